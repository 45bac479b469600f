import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { codeOf } from '../database/start-error.ts'
import { plainUrl } from '../lib/addresses/plain-url.ts'
import { isLoopback, isPublicAddress } from '../lib/addresses/public-address.ts'
import { Refusal } from '../lib/refusal.ts'

/** How far a request to an address that somebody else gave may go. */
export interface JudgedBounds {
  /** Whether it may ask this machine, over http and at any port: tests alone do. */
  asks_this_machine: boolean
  /** The addresses of a name; asked once for each request. */
  resolve?: (hostname: string) => Promise<string[]>
  /** Whom it believes in a certificate, where it is not those that Node does. */
  certificate_authority?: string
}

const refuse = (reason: Refusal['reason']) => new Refusal(reason, { field: 'url' })

/** `text` as an address over https at its own port; for tests also http and other ports. Throws `url_not_allowed`. */
export function targetOf(text: string, { asks_this_machine }: JudgedBounds): URL {
  const target = plainUrl(text)
  if (target === null) throw refuse('url_not_allowed')
  if (!asks_this_machine && (target.protocol !== 'https:' || target.port !== '')) {
    throw refuse('url_not_allowed')
  }
  return target
}

/**
 * The address that a host's name leads to, after all of them were judged (SECURITY: no way from here to what only this network
 * can ask). Throws `url_unreachable`, `url_address_not_public`.
 */
export async function judgedAddress(
  { hostname: host }: URL,
  bounds: JudgedBounds,
  signal: AbortSignal,
): Promise<string> {
  const { resolve = addressesOf, asks_this_machine } = bounds
  const hostname = host.replace(/^\[|\]$/g, '')
  const addresses =
    isIP(hostname) === 0 ? await inTime(resolve(hostname), signal).catch(unknownName) : [hostname]
  const [first] = addresses
  if (first === undefined) throw refuse('url_unreachable')
  const may_ask = (address: string) => isPublicAddress(address) || (asks_this_machine && isLoopback(address))
  if (!addresses.every(may_ask)) throw refuse('url_address_not_public')
  return first
}

/** A name that leads nowhere is the address's fault; a look-up that was given up is not. */
function unknownName(error: unknown): string[] {
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EAI_AGAIN') throw refuse('url_unreachable')
  throw error
}

/** What is asked of a target, and how. */
interface Asked {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: Uint8Array
}

/**
 * The reply of whoever answers at the address that was judged for the target's name, so that nobody asks again what the name leads
 * to; redirections are not followed. The caller reads it or destroys it. Throws what `judgedAddress` does, and what the network
 * says.
 */
export async function askJudged(
  target: URL,
  { method, headers, body }: Asked,
  bounds: JudgedBounds,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const hostname = target.hostname.replace(/^\[|\]$/g, '')
  const options: RequestOptions = {
    method,
    host: await judgedAddress(target, bounds, signal),
    port: target.port,
    path: `${target.pathname}${target.search}`,
    headers: { host: target.host, ...headers },
    agent: false,
    signal,
  }
  const { certificate_authority: ca } = bounds
  const sent =
    target.protocol === 'https:'
      ? requestSecure({
          ...options,
          ...(isIP(hostname) === 0 && { servername: hostname }),
          ...(ca !== undefined && { ca }),
        })
      : requestPlain(options)
  sent.end(body)
  const [reply]: IncomingMessage[] = await once(sent, 'response')
  // A reply that is given up fails later than anybody listens.
  sent.on('error', () => {})
  if (!reply) throw refuse('url_unreachable')
  return reply
}

async function addressesOf(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true, order: 'ipv4first' })
  return found.map(({ address }) => address)
}

/** What is looked up can't be called off, only waited for no longer. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return await Promise.race([
    work,
    once(signal, 'abort').then(() => Promise.reject(new Error('it took too long'))),
  ])
}
