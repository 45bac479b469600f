import { MAX_AMOUNT_MICROS, type Micros, parseAmount } from '@adtally/money/money.ts'
import type { TokenContent, TokenRefusal } from '../decisions/token.ts'
import type { DeliveryNode } from '../delivery-node.ts'
import { type EventRefusal, record, type Sender } from '../events/accept-event.ts'
import { eventIdOf } from '../events/event-ids.ts'
import type { AuctionEnd, AuctionOutcome } from './auction-ends.repository.ts'
import { bidOf } from './bid-terms.ts'
import { toldAgent } from './notice-urls.ts'

/** Why a notice of an auction is refused. */
export type NoticeRefusal = EventRefusal | 'bid_unknown' | 'bid_lost' | 'bid_won' | 'bid_of_test'

/** What a notice says, as it was put in place of the macros. */
export interface ToldNotice {
  token: string
  price?: string | undefined
  reason?: string | undefined
  /** The visitor's user agent as an exchange was given it, with its seal. */
  agent?: string | undefined
  seal?: string | undefined
}

const LOSS_REASON = /^\d{1,4}$/
const PRICE_LENGTH_MAX = 24

/**
 * Takes a billing notice (`burl`): the bid's impression, charged at what its token says, once; what the notice says that
 * it cost is kept beside the bid. Null: it is on disk; else why it is not.
 */
export async function takeBillingNotice(
  node: DeliveryNode,
  told: ToldNotice,
  sender: Sender,
): Promise<NoticeRefusal | null> {
  const token = bidIn(node, told.token, sender.now_ms)
  if (typeof token === 'string') return refuse(node, token)
  const { outcome } = await node.auctions.add(endOf(token, 'won', told))
  if (outcome === 'lost') return refuse(node, 'bid_lost')
  if (outcome === 'test') return refuse(node, 'bid_of_test')
  const user_agent = toldAgent(node.visitors, token, told)
  return await record(
    node,
    token,
    'impression',
    user_agent === null ? sender : { ...sender, user_agent, of_decision: true },
  )
}

/**
 * Takes a notice of loss (`lurl`): what the bid holds of its plan's budget is free again when this returns, and nothing is
 * ever charged for it. Null where that is so.
 */
export async function takeLossNotice(
  node: DeliveryNode,
  told: ToldNotice,
  sender: Sender,
): Promise<NoticeRefusal | null> {
  const token = bidIn(node, told.token, sender.now_ms)
  if (typeof token === 'string') return refuse(node, token)
  const outcome = await endBid(node, token, 'lost', told)
  return outcome === 'won' ? refuse(node, 'bid_won') : null
}

/** Ends a bid for which nothing is to be charged; answers what is kept of it. */
export async function endBid(
  node: DeliveryNode,
  token: TokenContent,
  outcome: 'lost' | 'test',
  told: Pick<ToldNotice, 'price' | 'reason'> = {},
): Promise<AuctionOutcome> {
  const kept = await node.auctions.add(endOf(token, outcome, told))
  if (kept.is_new && kept.outcome !== 'won') node.cameBack(token)
  return kept.outcome
}

/** The token of a bid that may still be charged, or why it is none. */
function bidIn(
  node: DeliveryNode,
  text: string,
  now_ms: number,
): TokenContent | TokenRefusal | 'bid_unknown' | 'charged_late' {
  const token = node.codec.open(text, now_ms)
  if (typeof token === 'string') return token
  if (token.channel !== 'openrtb' || token.charged_on_click) return 'bid_unknown'
  return now_ms >= token.decided_at_ms + token.charge_within_ms ? 'charged_late' : token
}

function endOf(
  token: TokenContent,
  outcome: AuctionOutcome,
  { price, reason }: Pick<ToldNotice, 'price' | 'reason'>,
): AuctionEnd {
  return {
    decision_id: eventIdOf(token.ids, 'decision_id'),
    placement_id: eventIdOf(token.ids, 'placement_id'),
    lease_id: eventIdOf(token.ids, 'lease_id'),
    outcome,
    bid_micros: bidOf(token.charge_micros, token.fee_micros),
    price_micros: priceIn(price),
    loss_reason:
      outcome === 'lost' && reason !== undefined && LOSS_REASON.test(reason) ? Number(reason) : null,
  }
}

/** An amount, with as many zeros behind it as whoever wrote it liked; null for a macro as it stood, and for all else. */
function priceIn(price: string | undefined): Micros | null {
  if (price === undefined || price.length > PRICE_LENGTH_MAX) return null
  const shortened = price.includes('.') ? price.replace(/0+$/, '').replace(/\.$/, '') : price
  const price_micros = parseAmount(shortened)
  return price_micros !== null && price_micros <= MAX_AMOUNT_MICROS ? price_micros : null
}

function refuse(node: DeliveryNode, reason: NoticeRefusal): NoticeRefusal {
  node.counters.refused(reason)
  return reason
}
