import type { ExchangeOrderTrigger } from '@adtally/contract/money/exchange.ts'
import type { Transaction } from '../../../database/database.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { tellCustomers } from '../tell-customers.ts'
import { type OrderLimits, orderDeadline } from './order-states.ts'
import { moveOrder, type Order } from './orders.repository.ts'

/** The limits that an order was offered under. */
export async function limitsOf(
  services: Services,
  { policy_version }: Pick<Order, 'policy_version'>,
): Promise<OrderLimits> {
  return await policies.policyVersion(services, policy_version)
}

/** When an order leaves its state by itself; null at its end. */
export async function deadlineOf(services: Services, order: Order): Promise<Date | null> {
  return orderDeadline(order, await limitsOf(services, order))?.due_at ?? null
}

/** Moves a locked order on, tells its customer, and returns it. The order's one job finds the new deadline itself. */
export async function moveOn(
  services: Services,
  tx: Transaction,
  order: Order,
  trigger: ExchangeOrderTrigger,
  words: { detail?: string; decision_id?: string } = {},
): Promise<Order> {
  const status_at = services.clock.now()
  const status = await moveOrder(tx, order, trigger, status_at, words)
  const moved = {
    ...order,
    status,
    status_at,
    status_trigger: trigger,
    status_detail: words.detail ?? null,
    decision_id: words.decision_id ?? null,
  }
  await tellCustomers(tx, [{ order: moved, deadline: await deadlineOf(services, moved) }])
  return moved
}
