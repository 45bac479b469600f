import type { EventKind } from '@adtally/contract/enums.ts'
import { INGEST_GRACE_MS } from '../budget/budget.repository.ts'
import { agentClassOf } from '../decisions/agent-class.ts'
import { type AskingPage, isOf } from '../decisions/page.ts'
import { NO_PAGE, storedAgent } from '../decisions/request-visitor.ts'
import { TOKEN_LIFETIME_MS, type TokenContent, type TokenRefusal } from '../decisions/token.ts'
import type { DeliveryNode } from '../delivery-node.ts'
import { judgeArrival } from '../rules/judge-arrival.ts'
import { EVENT_AT, eventIdOf } from './event-ids.ts'

/** Kinds that a page may report; the server checks clicks and conversions on paths of their own. */
export const BEACON_KINDS = [
  'impression',
  'viewable',
  'video_25',
  'video_50',
  'video_75',
  'video_100',
  'video_start',
  'video_pause',
  'video_resume',
  'video_mute',
  'video_unmute',
  'video_skip',
  'video_error',
] as const
export type BeaconKind = (typeof BEACON_KINDS)[number]

export type EventRefusal = TokenRefusal | 'kind_not_accepted' | 'charged_late' | 'duplicate'

export interface Sender {
  address: string
  /** Whole; it is cut as it is stored. */
  user_agent: string
  /** The page that sent it, by its browser's word; null where no browser sent it, empty where that hides its page. */
  page: AskingPage['host']
  /** Where a browser says that it asks ahead of its user. */
  purpose?: string | undefined
  /** Somebody else tells it for the visitor whom the decision was for, and tells that one's user agent. */
  of_decision?: boolean
  /** Whether the browser says that a program steers it; absent where nothing was asked. */
  is_automated?: boolean | undefined
  now_ms: number
}

/**
 * Takes one event: checks its token, judges it by its content, and returns once it is durable. Null: it counts (or is
 * kept as invalid); else the reason it does not. `charged_late`: it would be charged, for which it is too long since the
 * decision.
 */
export async function acceptEvent(
  node: DeliveryNode,
  token_text: string,
  kind: BeaconKind | 'click',
  sender: Sender,
): Promise<EventRefusal | null> {
  const token = node.codec.open(token_text, sender.now_ms)
  if (typeof token === 'string') return refuse(node, token)
  if (kind.startsWith('video_') && !token.video) return refuse(node, 'kind_not_accepted')
  // What was bid is charged by its billing notice alone, which the auction's loser never gets.
  if (kind === 'impression' && token.channel === 'openrtb') return refuse(node, 'kind_not_accepted')
  return await record(node, token, kind, sender)
}

/** As `acceptEvent`, for an opened token, whose ids become the event's; so each is recorded at most once. */
export async function record(
  node: DeliveryNode,
  token: TokenContent,
  kind: Exclude<EventKind, 'conversion'>,
  sender: Sender,
): Promise<EventRefusal | null> {
  const is_charged = kind === (token.charged_on_click ? 'click' : 'impression')
  const taken_until_ms = token.decided_at_ms + (is_charged ? token.charge_within_ms : TOKEN_LIFETIME_MS)
  if (sender.now_ms >= taken_until_ms) return refuse(node, 'charged_late')
  node.ids.write(token.ids, EVENT_AT.event_id, sender.now_ms)
  if (!node.rules.is_read) await node.rules.read()
  const { purpose, is_automated, now_ms } = sender
  const address = sender.of_decision ? token.address : node.visitors.address(sender.address, now_ms)
  const user_agent = storedAgent(sender.user_agent)
  const judgement = judgeArrival(
    {
      kind,
      user_agent: sender.user_agent,
      address: sender.address,
      purpose,
      is_automated,
      // Apps' servers and exchanges speak for their visitors.
      asn: sender.of_decision || token.page.equals(NO_PAGE) ? undefined : node.networkOf(sender.address),
      is_other_page: sender.of_decision ? undefined : isOtherPage(node, token, kind, sender.page),
      is_other_address:
        !sender.of_decision &&
        !token.address.equals(node.visitors.address(sender.address, token.decided_at_ms)),
      is_other_agent: token.agent_class !== agentClassOf(user_agent),
      is_film: token.video,
      film_ms: token.film_ms > 0 ? token.film_ms : undefined,
      since_decision_ms: now_ms - token.decided_at_ms,
    },
    node.rules.at(now_ms),
  )
  const outcome = await node.ingest.add(
    {
      ids: token.ids,
      kind,
      goal: '',
      occurred_ms: now_ms,
      taken_until_ms: taken_until_ms + INGEST_GRACE_MS,
      charge_micros: is_charged ? token.charge_micros : 0n,
      fee_micros: is_charged ? token.fee_micros : 0n,
      payout_micros: 0n,
      device: token.device.readBigInt64BE(),
      address: address.readBigInt64BE(),
      agent: node.visitors.agent(user_agent),
      rule: judgement?.rule ?? null,
      rule_version: judgement?.version ?? null,
    },
    user_agent,
  )
  return outcome === 'accepted' ? null : refuse(node, 'duplicate')
}

/**
 * Whether it comes from elsewhere than where the placement stands: of a site, from another than the decision was made for, or
 * without a page; of an app, from a page. A tap may hide its page, what the tag reports does not.
 */
function isOtherPage(
  node: DeliveryNode,
  token: TokenContent,
  kind: Exclude<EventKind, 'conversion'>,
  page: Sender['page'],
): boolean | undefined {
  const terms = node.placement(eventIdOf(token.ids, 'placement_id'))?.terms
  // An exchange's pages are not told by whoever asks for it.
  if (terms?.is_exchange) return undefined
  // Only an app's decision has no page.
  if (token.page.equals(NO_PAGE)) return page === '' ? kind !== 'click' : page !== null
  if (page === null || page === '') return kind === 'click' ? undefined : true
  if (!token.page.equals(node.visitors.page(page))) return true
  return terms && !isOf(terms.hosts, page)
}

function refuse(node: DeliveryNode, reason: EventRefusal): EventRefusal {
  node.counters.refused(reason)
  return reason
}
