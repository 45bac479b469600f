import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Site, startSite } from '../../../apps/api/src/demo/site-server.ts'
import { PHONE } from '../screens/phone.ts'

/** A page of a gate's own behind the door, which has a hole that the scanner must find. */
export type PlantedPage = (url: URL, response: ServerResponse) => void | Promise<void>

/** What the door lets in and how it was answered. */
export interface DoorTally {
  /** Requests that the program answered. */
  requests: number
  /** Those that it answered with HTTP 5xx or the envelope's code 500, or not at all: the first few. */
  faults: string[]
}

/** What a door needs to know of the program behind it. */
export interface DoorOptions {
  program_url: string
  /** Signs in anew: a scanner ends sessions. */
  signIn: () => Promise<string>
  /** By their path. */
  planted?: Readonly<Record<string, PlantedPage>>
}

/** A door before the program, by which a scanner comes in signed in. */
export interface Door extends Site {
  tally: DoorTally
}

/** In bodies it is replaced by one that nobody has used. */
export const REQUEST_ID = '00000000-0000-4000-8000-000000000000'
const FAULTS_KEPT = 5
/** Refusals of a session that is no more. */
const ENDED = /^\{"code":(401|503)\b/
/** The first part of a path says which try it is of, so that a scanner takes each for a page of its own. */
const TRY = /^\/try-\d+(?=\/)/
const FAULT = /^\{"code":500\b/
const GIVEN_BY_HOP = new Set([
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'],
  ...['accept-encoding', 'content-encoding'],
])

/**
 * Opens it on a port of its own: it passes requests on as from a phone, with a session's token where they bring none, signs in
 * again where that session has ended, and counts what the program answered.
 */
export async function openDoor({ program_url, signIn, planted = {} }: DoorOptions): Promise<Door> {
  const tally: DoorTally = { requests: 0, faults: [] }
  let token = signIn()
  const ask = async (request: IncomingMessage, path: string, body: string, with_token: string) => {
    const reply = await fetch(program_url + path, {
      method: request.method ?? 'GET',
      headers: {
        ...headersOf(request),
        'user-agent': PHONE,
        'x-ct': String(request.headers['x-ct'] ?? with_token),
      },
      redirect: 'manual',
      ...(body !== '' && { body }),
    })
    return [reply, Buffer.from(await reply.arrayBuffer())] as const
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').replace(TRY, '')
    const url = new URL(path, program_url)
    const page = planted[url.pathname]
    if (page) return await page(url, response)
    // A request id that was used before is refused with anything else beside it.
    const body = (await textOf(request)).replaceAll(REQUEST_ID, randomUUID())
    try {
      const used = token
      let [reply, text] = await ask(request, path, body, await used)
      if (request.headers['x-ct'] === undefined && ENDED.test(text.toString())) {
        if (token === used) token = signIn()
        ;[reply, text] = await ask(request, path, body, await token)
      }
      tally.requests += 1
      if (reply.status >= 500 || FAULT.test(text.toString()))
        fault(tally, request, path, body, `${reply.status} ${text}`)
      const headers = [...reply.headers].filter(([name]) => !GIVEN_BY_HOP.has(name))
      response.writeHead(reply.status, Object.fromEntries(headers))
      response.end(text)
    } catch (error) {
      // A program that is gone must not look like one without holes.
      fault(tally, request, path, body, String(error))
      throw error
    }
  }
  await token
  return { ...(await startSite(0, answer)), tally }
}

function fault(
  tally: DoorTally,
  { method }: IncomingMessage,
  path: string,
  body: string,
  said: string,
): void {
  if (tally.faults.length < FAULTS_KEPT)
    tally.faults.push(`${method} ${path} ${body.slice(0, 300)} → ${said}`)
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !GIVEN_BY_HOP.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
