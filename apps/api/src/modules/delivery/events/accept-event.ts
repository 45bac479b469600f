import type { EventKind } from '@adtally/contract/enums.ts'
import { INGEST_GRACE_MS } from '../budget/budget.repository.ts'
import { storedAgent } from '../decisions/request-visitor.ts'
import type { TokenContent, TokenRefusal } from '../decisions/token.ts'
import type { DeliveryNode } from '../delivery-node.ts'
import { judgeArrival } from '../rules/judge-arrival.ts'
import { decidedAtMs, EVENT_AT, eventIdOf } from './event-ids.ts'

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

export type EventRefusal = TokenRefusal | 'kind_not_accepted' | 'duplicate'

export interface Sender {
  address: string
  /** Whole; it is cut as it is stored. */
  user_agent: string
  /** Of the page that sent it, which no page can change. */
  origin?: string | undefined
  /** Where a browser says that it asks ahead of its user. */
  purpose?: string | undefined
  now_ms: number
}

/**
 * Takes one event: checks its token, judges it by its content, and returns once it is durable. Null: it counts (or is
 * kept as invalid); else the reason it does not.
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
  node.ids.write(token.ids, EVENT_AT.event_id, sender.now_ms)
  if (!node.rules.is_read) await node.rules.read()
  const { address, origin, purpose, now_ms } = sender
  const publisher_domain = node.publisherDomain(eventIdOf(token.ids, 'placement_id'))
  const judgement = judgeArrival(
    {
      kind,
      user_agent: sender.user_agent,
      address,
      purpose,
      page: publisher_domain === undefined ? undefined : { publisher_domain, outermost_origin: origin },
      is_film: token.video,
      since_decision_ms: now_ms - decidedAtMs(token.ids),
    },
    node.rules.at(now_ms),
  )
  const user_agent = storedAgent(sender.user_agent)
  const is_charged = kind === (token.charged_on_click ? 'click' : 'impression')
  const outcome = await node.ingest.add(
    {
      ids: token.ids,
      kind,
      goal: '',
      occurred_ms: now_ms,
      taken_until_ms: token.expires_at_ms + INGEST_GRACE_MS,
      charge_micros: is_charged ? token.charge_micros : 0n,
      fee_micros: is_charged ? token.fee_micros : 0n,
      payout_micros: 0n,
      device: token.device.readBigInt64BE(),
      address: node.hash.number(`address ${address}`),
      agent: node.hash.number(`agent ${user_agent}`),
      rule: judgement?.rule ?? null,
      rule_version: judgement?.version ?? null,
    },
    user_agent,
  )
  return outcome === 'accepted' ? null : refuse(node, 'duplicate')
}

function refuse(node: DeliveryNode, reason: EventRefusal): EventRefusal {
  node.counters.refused(reason)
  return reason
}
