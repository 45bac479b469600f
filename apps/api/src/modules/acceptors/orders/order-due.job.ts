import type { Transaction } from '../../../database/database.ts'
import { schedule } from '../../../database/jobs.ts'
import { postTransfers } from '../../ledger/index.ts'
import type { JobHandler } from '../../module.ts'
import type { Services } from '../../services.ts'
import { limitsOf, moveOn } from './move-on.ts'
import { lockWithMoney, returnTransfers } from './order-money.ts'
import { type OrderTrigger, orderDeadline } from './order-states.ts'
import { lockOrder, type Order, orderById } from './orders.repository.ts'

/**
 * The job by which an order leaves its states by itself. It is set once, with the offer, and goes on to the next
 * deadline by itself: nobody who changes an order touches it, so that nobody waits for it holding what it needs. That
 * is in time because every later state's deadline lies after the one before it (a rule of the policy table).
 */
export const ORDER_DUE_JOB = 'acceptors.order-due'

/** Those that give the money back. */
const RETURNING: readonly OrderTrigger[] = ['not_paid_in_time', 'undecided']

/** `acceptors.order-due`: what an order's deadline brings about (PRODUCT §11); unpaid or undecided, its money returns. */
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

/** The order once its deadline, where that has come, has had its effect; as it is now where somebody was faster. */
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
