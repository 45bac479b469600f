import type { InputOf } from '@adtally/contract/call.ts'
import { type acceptorOrderDispute, EVIDENCE_MAX } from '@adtally/contract/money/exchange.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { attachImages } from '../../files/index.ts'
import type { Services } from '../../services.ts'
import { evidenceOf, insertEvidence, type OrderEvidence } from './evidence.repository.ts'
import { moveOn } from './move-on.ts'
import { lockOrder } from './orders.repository.ts'

type Handed = InputOf<typeof acceptorOrderDispute>

/**
 * The customer says, with evidence, that a payment marked as made has not arrived. The order then waits for two
 * members of staff, and more evidence may follow (PRODUCT §11). Repeating a request changes nothing. Throws what
 * `acceptorOrderDispute` lists.
 */
export async function disputeOrder(services: Services, customer_id: string, handed: Handed): Promise<void> {
  await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const order = await lockOrder(tx, handed.order_id)
    if (!order) throw new Refusal('exchange_order_not_found', { field: 'order_id' })
    const evidence = (await evidenceOf(tx, [order.order_id])).get(order.order_id) ?? []
    const known = evidence.find(({ request_id }) => request_id === handed.request_id)
    if (known) return requireSame(known, handed)
    if (order.status !== 'paid' && order.status !== 'disputed') {
      throw new Refusal('exchange_order_moved_on', { field: 'order_id' })
    }
    if (evidence.filter(({ party }) => party === 'customer').length >= EVIDENCE_MAX) {
      throw new Refusal('exchange_evidence_too_often')
    }
    await keepEvidence(tx, customer_id, handed)
    if (order.status === 'paid') await moveOn(services, tx, order, 'customer_disputed')
  })
}

function requireSame(known: OrderEvidence, { note, images = [] }: Handed): void {
  if (known.note !== note || known.image_ids.join() !== images.join()) {
    throw new Refusal('request_id_reused', { field: 'request_id' })
  }
}

async function keepEvidence(
  tx: Transaction,
  customer_id: string,
  { order_id, request_id, note, images = [] }: Handed,
): Promise<void> {
  await attachImages(tx, { customer_id, use: 'exchange' }, images)
  await insertEvidence(tx, {
    evidence_id: newId(),
    order_id,
    party: 'customer',
    note,
    image_ids: images,
    recorded_by: null,
    request_id,
  })
}
