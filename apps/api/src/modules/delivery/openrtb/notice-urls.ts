import { memoized } from '../../../lib/memoized.ts'
import { storedAgent } from '../decisions/request-visitor.ts'
import type { TokenContent } from '../decisions/token.ts'
import type { VisitorHash } from '../decisions/visitor-hash.ts'
import { eventIdOf } from '../events/event-ids.ts'

/** Paths of an auction's notices, before the token. */
export const WON_PATH = '/openrtb2/won/'
export const LOST_PATH = '/openrtb2/lost/'

/** Macros (OpenRTB 2.6 §4.4), which whoever holds the auction puts its values in place of. */
export const MACRO = { price: macro('AUCTION_PRICE'), loss: macro('AUCTION_LOSS') } as const

function macro(name: string): string {
  return `\${${name}}`
}

/** Whom an exchange asks for, and the decision that was made for them. */
interface ExchangeVisitor {
  decision_id: string
  user_agent: string
  visitors: VisitorHash
}

/** Where an exchange or a page tells what became of a bid; the macros stay as they are, since they fill them in. */
export interface NoticeUrls {
  burl: string
  lurl: string
}

/**
 * The addresses of a bid's notices. An exchange tells from its own machine, so that its billing notice names the visitor's
 * user agent, sealed for this decision: by it the impression is judged.
 */
export function noticeUrls(
  public_origin: string,
  token: string,
  by_exchange: ExchangeVisitor | null,
): NoticeUrls {
  const named = by_exchange ? sealedAgent(by_exchange) : ''
  const burl = `${public_origin}${WON_PATH}${token}?price=${MACRO.price}${named}`
  const lurl = `${public_origin}${LOST_PATH}${token}?price=${MACRO.price}&reason=${MACRO.loss}`
  return { burl, lurl }
}

function sealedAgent({ decision_id, user_agent, visitors }: ExchangeVisitor): string {
  const agent = storedAgent(user_agent)
  return `&agent=${inBase64(agent)}&seal=${visitors.agentOf(decision_id, agent).toString('base64url')}`
}

/** Few agents make most requests. */
const inBase64 = memoized((agent: string) => Buffer.from(agent).toString('base64url'), 5_000)

/** The user agent that a billing notice names, where its seal is of this decision; null where it names none. */
export function toldAgent(
  visitors: VisitorHash,
  { ids }: TokenContent,
  { agent, seal }: { agent?: string | undefined; seal?: string | undefined },
): string | null {
  if (agent === undefined || seal === undefined) return null
  const user_agent = Buffer.from(agent, 'base64url').toString()
  const decision_id = eventIdOf(ids, 'decision_id')
  return visitors.agentOf(decision_id, user_agent).toString('base64url') === seal ? user_agent : null
}
