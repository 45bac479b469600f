import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Site, startSite } from '../../../apps/api/src/demo/site-server.ts'
import { PHONE } from '../screens/phone.ts'

/** A page of the gate behind the proxy, with a hole that the scanner must find. */
export type PlantedPage = (url: URL, response: ServerResponse) => void | Promise<void>

/** What passed through the proxy, and the program's faults. */
export interface DoorTally {
  /** Requests that the program answered. */
  requests: number
  /** The first few requests that it answered with HTTP 5xx or the envelope's code 500, or not at all. */
  faults: string[]
}

/** What the proxy needs to know of the program. */
export interface DoorOptions {
  program_url: string
  /** Signs in again, because scanners end sessions. */
  signIn: () => Promise<string>
  /** By path. */
  planted?: Readonly<Record<string, PlantedPage>>
}

/** A proxy in front of the program that signs a scanner in. */
export interface Door extends Site {
  tally: DoorTally
}

/** Replaced in bodies by a fresh id. */
export const REQUEST_ID = '00000000-0000-4000-8000-000000000000'
const FAULTS_KEPT = 5
/** Refusals of an ended session. */
const ENDED = /^\{"code":(401|503)\b/
/** The first part of a path numbers the try, so that a scanner takes each for a separate page. */
const TRY = /^\/try-\d+(?=\/)/
const FAULT = /^\{"code":500\b/
const GIVEN_BY_HOP = new Set([
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'],
  ...['accept-encoding', 'content-encoding'],
])

/**
 * Opens the proxy on its own port: it forwards requests as if from a phone, adds a session token if there is none,
 * signs in again when the session has ended, and counts the answers.
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
    // A used request id with other content would be refused.
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
      // A program that is down must not look like one without holes.
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
