import type { IncomingMessage } from 'node:http'
import type { LedgerMode, SellerFile, SellerOutcome } from '@adtally/contract/enums.ts'
import { isOfThisMachine } from '../../../lib/addresses/public-address.ts'
import { siteOf } from '../../../lib/addresses/site-of.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { traced } from '../../../telemetry/tracing.ts'
import { askJudged, type JudgedBounds, targetOf } from '../../judged-request.ts'
import { namesSeller } from './sellers.ts'

/** What a look came to. */
export interface SellerLook {
  outcome: SellerOutcome
  answer: string
}

/** Large publishers name thousands of sellers. */
const FILE_BYTES_MAX = 2 * 1024 * 1024
/** For a whole look. */
const LOOK_TIME_MAX_MS = 10_000
const REDIRECTIONS_MAX = 3
const REDIRECTION_STATUSES = new Set([301, 302, 303, 307, 308])
const ASKED = { method: 'GET', headers: { accept: 'text/plain', 'accept-encoding': 'identity' } } as const

const refuse = (reason: Refusal['reason']) => new Refusal(reason, { field: 'url' })

/**
 * Whether the file at a publisher's domain names this seller, by https from the public internet alone; a sandbox also asks this
 * machine, where its publishers' pages may lie. Never throws: what goes wrong is an answer.
 */
export async function lookAtSellerFile(
  { domain, file }: { domain: string; file: SellerFile },
  entry: { system: string; seller_id: string },
  { mode, stopping, ...bounds }: LookBounds,
): Promise<SellerLook> {
  const asks_this_machine = mode === 'sandbox' && isOfThisMachine(domain)
  const url = `${asks_this_machine ? 'http' : 'https'}://${domain}/${file}`
  const signals = [AbortSignal.timeout(LOOK_TIME_MAX_MS), ...(stopping ? [stopping] : [])]
  try {
    return await look(url, entry, { asks_this_machine, ...bounds }, AbortSignal.any(signals))
  } catch (error) {
    return { outcome: 'unreachable', answer: error instanceof Refusal ? error.reason : 'no answer' }
  }
}

/** How far a look goes. */
export interface LookBounds extends Omit<JudgedBounds, 'asks_this_machine'> {
  mode: LedgerMode
  stopping?: AbortSignal | undefined
}

async function look(
  url: string,
  entry: { system: string; seller_id: string },
  bounds: JudgedBounds,
  signal: AbortSignal,
): Promise<SellerLook> {
  const own = siteOf(new URL(url).hostname)
  let target = targetOf(url, bounds)
  for (let redirections = 0; redirections <= REDIRECTIONS_MAX; redirections += 1) {
    const reply = await traced('sellers.look', {}, () => askJudged(target, ASKED, bounds, signal))
    try {
      const { statusCode: status = 0, headers } = reply
      if (!REDIRECTION_STATUSES.has(status) || headers.location === undefined) {
        return await judge(reply, status, entry)
      }
      const next = redirected(target, headers.location, bounds)
      // Another site may answer in its place, but send on nobody (ads.txt 1.1).
      if (siteOf(target.hostname) !== own) throw refuse('url_redirects_too_many')
      target = next
    } finally {
      reply.destroy()
    }
  }
  throw refuse('url_redirects_too_many')
}

async function judge(
  reply: IncomingMessage,
  status: number,
  entry: { system: string; seller_id: string },
): Promise<SellerLook> {
  const answer = `HTTP ${status}`
  // No file is an answer: nobody is named.
  if (status === 404 || status === 410) return { outcome: 'not_named', answer }
  if (status !== 200) return { outcome: 'unreachable', answer }
  return { outcome: namesSeller(await read(reply), entry) ? 'named' : 'not_named', answer }
}

function redirected(from: URL, location: string, bounds: JudgedBounds): URL {
  if (!URL.canParse(location, from.href)) throw refuse('url_not_allowed')
  const target = targetOf(new URL(location, from.href).href, bounds)
  if (from.protocol === 'https:' && target.protocol !== 'https:') throw refuse('url_not_allowed')
  return target
}

async function read(reply: IncomingMessage): Promise<string> {
  const { 'content-encoding': packed = 'identity' } = reply.headers
  if (packed.toLowerCase() !== 'identity') throw refuse('url_content_differs')
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of reply) {
    bytes += part.length
    if (bytes > FILE_BYTES_MAX) throw refuse('url_too_large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
