import type { EventKind } from '@adtally/contract/enums.ts'
import { INGEST_GRACE_MS } from '../budget/budget.repository.ts'
import { TOKEN_LIFETIME_MS, type TokenContent, type TokenRefusal } from '../decisions/token.ts'
import type { DeliveryNode } from '../delivery-node.ts'
import { RULES, ruleOnArrival } from '../verification/invalid-rules.ts'
import { EVENT_AT } from './event-ids.ts'

/** Kinds that a page may report; the server checks clicks and conversions on paths of their own. */
export const BEACON_KINDS = [
  'impression',
  'viewable',
  'video_25',
  'video_50',
  'video_75',
  'video_100',
] as const
export type BeaconKind = (typeof BEACON_KINDS)[number]

export type EventRefusal = TokenRefusal | 'kind_not_accepted' | 'charged_late' | 'duplicate'

export interface Sender {
  address: string
  user_agent: string
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
  const rule = ruleOnArrival(sender.user_agent)
  const outcome = await node.ingest.add(
    {
      ids: token.ids,
      kind,
      goal: '',
      occurred_ms: sender.now_ms,
      taken_until_ms: taken_until_ms + INGEST_GRACE_MS,
      charge_micros: is_charged ? token.charge_micros : 0n,
      fee_micros: is_charged ? token.fee_micros : 0n,
      payout_micros: 0n,
      device: token.device.readBigInt64BE(),
      address: node.visitors.address(sender.address, sender.now_ms).readBigInt64BE(),
      agent: node.visitors.agent(sender.user_agent),
      rule,
      rule_version: rule === null ? null : RULES[rule].version,
    },
    sender.user_agent,
  )
  return outcome === 'accepted' ? null : refuse(node, 'duplicate')
}

function refuse(node: DeliveryNode, reason: EventRefusal): EventRefusal {
  node.counters.refused(reason)
  return reason
}
