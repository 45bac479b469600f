import type { OutputOf } from '@adtally/contract/call.ts'
import type { acceptorOrderConfirm } from '@adtally/contract/money/exchange.ts'
import { imagesOf } from '../../files/index.ts'
import type { Services } from '../../services.ts'
import { acceptorsByIds } from '../acceptors.repository.ts'
import { presentOrder } from '../presenter.ts'
import { referenceRatesByIds } from '../reference-rates.repository.ts'
import { evidenceOf } from './evidence.repository.ts'
import { deadlineOf } from './move-on.ts'
import { changesOf, type Order } from './orders.repository.ts'
import { ownOrder } from './own-order.ts'

type ShownOrder = OutputOf<typeof acceptorOrderConfirm>

/** A customer's own orders with everything shown of them, in the order given; others' orders are left out. */
export async function showOrders(
  services: Services,
  customer_id: string,
  orders: readonly Order[],
): Promise<ShownOrder[]> {
  const order_ids = orders.map(({ order_id }) => order_id)
  const { changes, evidence, images, references } = await services.database.transaction(
    { kind: 'customer', customer_id },
    async (tx) => {
      const handed = await evidenceOf(tx, order_ids)
      return {
        changes: await changesOf(tx, order_ids),
        evidence: handed,
        images: await imagesOf(
          tx,
          [...handed.values()].flat().flatMap(({ image_ids }) => image_ids),
        ),
        references: await referenceRatesByIds(
          tx,
          orders.map(({ reference_rate_id }) => reference_rate_id),
        ),
      }
    },
  )
  // Acceptors lie outside a customer's scope; only the card is shown.
  const acceptors = await services.database.transaction({ kind: 'system' }, (tx) =>
    acceptorsByIds(
      tx,
      orders.map(({ acceptor_id }) => acceptor_id),
    ),
  )
  const shown: ShownOrder[] = []
  for (const order of orders) {
    const acceptor = acceptors.get(order.acceptor_id)
    const reference = references.get(order.reference_rate_id)
    if (!acceptor || !reference) continue
    shown.push(
      presentOrder(order, {
        acceptor,
        reference,
        changes: changes.get(order.order_id) ?? [],
        evidence: evidence.get(order.order_id) ?? [],
        images,
        deadline: await deadlineOf(services, order),
      }),
    )
  }
  return shown
}

/** One of a customer's own orders as it is now. Throws `exchange_order_not_found`. */
export async function showOrder(
  services: Services,
  customer_id: string,
  order_id: string,
): Promise<ShownOrder> {
  const [shown] = await showOrders(services, customer_id, [await ownOrder(services, customer_id, order_id)])
  if (!shown) throw new RangeError(`order ${order_id} has no acceptor or no reference rate`)
  return shown
}
