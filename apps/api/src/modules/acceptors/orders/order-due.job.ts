import type { ExchangeOrderTrigger } from '@adtally/contract/money/exchange.ts'
import type { Transaction } from '../../../database/database.ts'
import { schedule } from '../../../database/jobs.ts'
import { postTransfers } from '../../ledger/index.ts'
import type { JobHandler } from '../../module.ts'
import type { Services } from '../../services.ts'
import { limitsOf, moveOn } from './move-on.ts'
import { lockWithMoney, returnTransfers } from './order-money.ts'
import { orderDeadline } from './order-states.ts'
import { lockOrder, type Order, orderById } from './orders.repository.ts'

/**
 * The job that ends an order's states at their deadlines. It is set once, with the offer, and reschedules itself, so
 * that nobody who changes an order has to wait for the job's lock. It is never late, because the policy table makes
 * every later state's deadline lie after the one before.
 */
export const ORDER_DUE_JOB = 'acceptors.order-due'

/** Triggers that give the money back. */
const RETURNING: readonly ExchangeOrderTrigger[] = ['not_paid_in_time', 'undecided']

/** `acceptors.order-due`: applies a deadline (PRODUCT §11); the money of an unpaid or undecided order returns. */
export const orderDueJob: JobHandler = {
  kind: ORDER_DUE_JOB,
  async run(services, tx, { subject_id }) {
    const seen = await orderById(tx, subject_id)
    const next = seen && (await afterDeadline(services, tx, seen))
    if (!next) return
    const deadline = orderDeadline(next, await limitsOf(services, next))
    if (deadline) await schedule(tx, { kind: ORDER_DUE_JOB, subject_id, due_at: deadline.due_at })
  },
}

/** Applies the deadline if it has passed; returns the order as it is now. */
async function afterDeadline(services: Services, tx: Transaction, seen: Order): Promise<Order | null> {
  const deadline = orderDeadline(seen, await limitsOf(services, seen))
  if (!deadline || services.clock.now() < deadline.due_at) return seen
  if (!RETURNING.includes(deadline.trigger)) {
    const order = await lockOrder(tx, seen.order_id)
    if (order?.status !== seen.status) return order
    return await moveOn(services, tx, order, deadline.trigger)
  }
  const taken = await lockWithMoney(tx, seen.order_id, returnTransfers)
  if (taken?.order.status !== seen.status) return taken?.order ?? null
  await postTransfers(tx, taken.transfers)
  return await moveOn(services, tx, taken.order, deadline.trigger)
}
