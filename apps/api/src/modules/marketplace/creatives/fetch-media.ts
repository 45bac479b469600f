import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../../lib/refusal.ts'
import { traced } from '../../../telemetry/tracing.ts'
import { askJudged, type JudgedBounds, targetOf } from '../../judged-request.ts'

/** A fetched file, and the type that its server states; null where it states none. */
export interface FetchedMedia {
  content: Buffer
  stated_type: string | null
}

/** How far a fetch goes. */
export interface FetchBounds extends JudgedBounds {
  bytes_max: number
  /** For everything: look-ups, redirections and every byte. */
  time_max_ms: number
}

const REDIRECTIONS_MAX = 3
const REDIRECTION_STATUSES = new Set([301, 302, 303, 307, 308])

const refuse = (reason: Refusal['reason']) => new Refusal(reason, { field: 'url' })

/**
 * Fetches `url` from the public internet only (SECURITY: no way from here to what only this network can reach). A
 * host is looked up once, all its addresses are checked, and the first is used. Throws `url_not_allowed`,
 * `url_address_not_public`, `url_unreachable`, `url_too_slow`, `url_too_large`, `url_redirects_too_many`, and
 * `url_content_differs` for a compressed answer, which was not asked for.
 */
export async function fetchMedia(url: string, bounds: FetchBounds, accept = '*/*'): Promise<FetchedMedia> {
  const signal = AbortSignal.timeout(bounds.time_max_ms)
  try {
    return await follow(url, bounds, accept, signal)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refuse(signal.aborted ? 'url_too_slow' : 'url_unreachable')
  }
}

async function follow(
  url: string,
  bounds: FetchBounds,
  accept: string,
  signal: AbortSignal,
): Promise<FetchedMedia> {
  const asked = { method: 'GET', headers: { accept, 'accept-encoding': 'identity' } } as const
  let target = targetOf(url, bounds)
  for (let redirections = 0; redirections <= REDIRECTIONS_MAX; redirections += 1) {
    const reply = await traced('media.fetch', {}, () => askJudged(target, asked, bounds, signal))
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

function redirected(from: URL, location: string, bounds: FetchBounds): URL {
  if (!URL.canParse(location, from.href)) throw refuse('url_not_allowed')
  const target = targetOf(new URL(location, from.href).href, bounds)
  if (from.protocol === 'https:' && target.protocol !== 'https:') throw refuse('url_not_allowed')
  return target
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
