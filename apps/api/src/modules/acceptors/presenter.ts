import type { acceptorCard, exchangeOrder } from '@adtally/contract/money/exchange.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type * as z from 'zod/mini'
import { imagesIn, type KeptImage } from '../files/index.ts'
import type { Acceptor } from './acceptors.repository.ts'
import type { OrderEvidence } from './orders/evidence.repository.ts'
import type { Order, OrderChange } from './orders/orders.repository.ts'
import type { ReferenceRate } from './reference-rates.repository.ts'
import { hundredths, rateText } from './rules.ts'

/** An acceptor as customers see it: never a legal or account name. */
export function presentAcceptor(acceptor: Acceptor, completed_orders: number): z.infer<typeof acceptorCard> {
  return {
    acceptor_id: acceptor.acceptor_id,
    kind: acceptor.kind,
    name: acceptor.name,
    limit: formatAmount(acceptor.limit_micros),
    bond: formatAmount(acceptor.bond_micros),
    verified_at: acceptor.verified_at.toISOString(),
    completed_orders,
  }
}

/** Everything shown of an order besides its own terms. */
export interface OrderContext {
  acceptor: Pick<Acceptor, 'name' | 'kind'>
  reference: ReferenceRate
  changes: readonly OrderChange[]
  evidence: readonly OrderEvidence[]
  images: ReadonlyMap<string, KeptImage>
  /** When the order leaves its state by itself. */
  deadline: Date | null
}

/** An order with its whole history, the offer first, and the evidence of both sides. */
export function presentOrder(
  order: Order,
  { acceptor, reference, changes, evidence, images, deadline }: OrderContext,
): z.infer<typeof exchangeOrder> {
  return {
    order_id: order.order_id,
    number: order.number,
    status: order.status,
    status_at: order.status_at.toISOString(),
    deadline: deadline?.toISOString() ?? null,
    acceptor_name: acceptor.name,
    acceptor_kind: acceptor.kind,
    amount: formatAmount(order.amount_micros),
    fee: formatAmount(order.fee_micros),
    fee_percent: hundredths(order.fee_basis_points),
    receive_amount: formatAmount(order.receive_micros),
    receive_currency: order.receive_currency,
    rate: rateText(order.rate_micros),
    reference_rate: rateText(order.reference_rate_micros),
    reference_source: reference.source,
    reference_at: reference.as_of.toISOString(),
    spread_percent: hundredths(order.spread_basis_points),
    create_time: order.created_at.toISOString(),
    timeline: [
      { status: 'offered', at: order.created_at.toISOString(), reason: null, detail: null },
      ...changes.map(({ status, changed_at, detail, trigger }) => ({
        status,
        at: changed_at.toISOString(),
        reason: trigger,
        detail,
      })),
    ],
    evidence: evidence.map(({ evidence_id, party, note, image_ids, created_at }) => ({
      evidence_id,
      party,
      note,
      images: imagesIn(images, image_ids),
      at: created_at.toISOString(),
    })),
  }
}
