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
  by_exchange: { decision_id: string; user_agent: string; visitors: VisitorHash } | null,
): NoticeUrls {
  const agent = by_exchange ? storedAgent(by_exchange.user_agent) : ''
  const named = by_exchange
    ? `&agent=${Buffer.from(agent).toString('base64url')}&seal=${by_exchange.visitors.agentOf(by_exchange.decision_id, agent).toString('base64url')}`
    : ''
  const burl = `${public_origin}${WON_PATH}${token}?price=${MACRO.price}${named}`
  const lurl = `${public_origin}${LOST_PATH}${token}?price=${MACRO.price}&reason=${MACRO.loss}`
  return { burl, lurl }
}

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
