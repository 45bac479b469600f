import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { Refusal } from '../refusal.ts'
import { plainUrl } from './allowed-url.ts'
import { isLoopback, isPublicAddress } from './public-address.ts'

/** What lies at an address, and what its server says that it is; null where it says nothing. */
export interface FetchedMedia {
  content: Buffer
  stated_type: string | null
}

/** How far a fetch goes. */
export interface FetchBounds {
  bytes_max: number
  /** For all of it: looking names up, every redirection, every byte. */
  time_max_ms: number
  /** Whether it may ask this machine, over http and at any port: tests alone do. */
  asks_this_machine: boolean
  /** The addresses of a name; asked once for each host. */
  resolve?: (hostname: string) => Promise<string[]>
  /** Whom it believes in a certificate, where it is not those that Node does. */
  certificate_authority?: string
}

const REDIRECTIONS_MAX = 3
const REDIRECTION_STATUSES = new Set([301, 302, 303, 307, 308])

const refuse = (reason: Refusal['reason']) => new Refusal(reason, { field: 'url' })

/**
 * Fetches what lies at `url`, from the public internet alone (SECURITY: no way from here to what only this network can
 * ask). A host's name is looked up once, all of its addresses are judged, and the connection is to the first of them. Throws
 * `url_not_allowed`, `url_address_not_public`, `url_unreachable`, `url_too_slow`, `url_too_large`,
 * `url_redirects_too_many`, and `url_content_differs` for what is sent packed although nobody asked for that.
 */
export async function fetchMedia(url: string, bounds: FetchBounds): Promise<FetchedMedia> {
  const signal = AbortSignal.timeout(bounds.time_max_ms)
  try {
    return await follow(url, bounds, signal)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refuse(signal.aborted ? 'url_too_slow' : 'url_unreachable')
  }
}

async function follow(url: string, bounds: FetchBounds, signal: AbortSignal): Promise<FetchedMedia> {
  let target = targetOf(url, bounds)
  for (let redirections = 0; redirections <= REDIRECTIONS_MAX; redirections += 1) {
    const reply = await ask(target, bounds, signal)
    try {
      const location = REDIRECTION_STATUSES.has(reply.statusCode ?? 0) ? reply.headers.location : undefined
      if (location === undefined) return await read(reply, bounds.bytes_max)
      target = redirected(target, location, bounds)
    } finally {
      reply.destroy()
    }
  }
  throw refuse('url_redirects_too_many')
}

/** https at its own port, to a name or an address; for tests also http and other ports. */
function targetOf(text: string, { asks_this_machine }: FetchBounds): URL {
  const target = plainUrl(text)
  if (target === null) throw refuse('url_not_allowed')
  if (!asks_this_machine && (target.protocol !== 'https:' || target.port !== '')) {
    throw refuse('url_not_allowed')
  }
  return target
}

function redirected(from: URL, location: string, bounds: FetchBounds): URL {
  if (!URL.canParse(location, from.href)) throw refuse('url_not_allowed')
  const target = targetOf(new URL(location, from.href).href, bounds)
  if (from.protocol === 'https:' && target.protocol !== 'https:') throw refuse('url_not_allowed')
  return target
}

async function ask(target: URL, bounds: FetchBounds, signal: AbortSignal): Promise<IncomingMessage> {
  const hostname = target.hostname.replace(/^\[|\]$/g, '')
  const address = await addressOf(hostname, bounds, signal)
  const options: RequestOptions = {
    // The address that was judged, so that nobody asks again what the name leads to.
    host: address,
    port: target.port,
    path: `${target.pathname}${target.search}`,
    headers: { host: target.host, accept: 'image/*, video/mp4', 'accept-encoding': 'identity' },
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
  sent.end()
  const [reply]: IncomingMessage[] = await once(sent, 'response')
  // A reply that is given up fails later than anybody listens.
  sent.on('error', () => {})
  if (!reply) throw refuse('url_unreachable')
  return reply
}

async function addressOf(hostname: string, bounds: FetchBounds, signal: AbortSignal): Promise<string> {
  const { resolve = addressesOf, asks_this_machine } = bounds
  const addresses = isIP(hostname) === 0 ? await inTime(resolve(hostname), signal) : [hostname]
  const [first] = addresses
  if (first === undefined) throw refuse('url_unreachable')
  const may_ask = (address: string) => isPublicAddress(address) || (asks_this_machine && isLoopback(address))
  if (!addresses.every(may_ask)) throw refuse('url_address_not_public')
  return first
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

async function read(reply: IncomingMessage, bytes_max: number): Promise<FetchedMedia> {
  if (reply.statusCode !== 200) throw refuse('url_unreachable')
  const { 'content-length': length, 'content-encoding': packed = 'identity' } = reply.headers
  if (packed.toLowerCase() !== 'identity') throw refuse('url_content_differs')
  if (Number(length) > bytes_max) throw refuse('url_too_large')
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of reply) {
    bytes += part.length
    if (bytes > bytes_max) throw refuse('url_too_large')
    parts.push(part)
  }
  return {
    content: Buffer.concat(parts),
    stated_type: reply.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? null,
  }
}
