import type { PlanStatus } from '@adtally/contract/enums.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { publish } from '../../database/outbox.ts'
import { CUSTOMER_DISABLED_TOPIC, customerFact } from '../identity/index.ts'
import {
  CREATIVE_REVIEWED_TOPIC,
  creativeReviewedFact,
  ESCROW_TOPPED_UP_TOPIC,
  escrowFact,
  PRODUCT_CLOSED_TOPIC,
  productFact,
} from '../marketplace/index.ts'
import type { Subscription } from '../module.ts'
import type { Services } from '../services.ts'
import { awaitPlacings } from './placing/placing-lock.repository.ts'
import { lockPlans, openPlanIds, type Plan } from './plans.repository.ts'
import { endPlans } from './running/end-plan.ts'
import { askToPayOwed } from './settlement/owed.ts'
import { moveOn } from './tell.ts'

// Plans handled in one transaction; the same event, published again, handles the rest.
const AT_ONCE_MAX = 200
const RUNNING: readonly PlanStatus[] = ['waitPut', 'matching', 'putting']

/** After a creative's review, waiting plans go on, or are returned if no creative is left to approve (PRODUCT §4). */
export const creativeReviewed: Subscription = {
  topic: CREATIVE_REVIEWED_TOPIC,
  async handle(services, tx, payload) {
    const fact = z.parse(creativeReviewedFact, payload)
    const { product_id, outcome, refusal_reason } = fact
    if (outcome === 'still_waiting') return
    const { plans, more } = await lockedPlansOf(tx, { product_id }, ['waitPut'])
    if (outcome === 'refused') await endPlans(services, tx, plans, 'creative_refused', refusal_reason)
    else if (plans.length > 0) await moveOn(services, tx, plans, 'creative_approved')
    if (more) await publish(tx, CREATIVE_REVIEWED_TOPIC, fact, product_id)
  },
}

/** After a product is closed, its plans are cancelled or stopped (PRODUCT §4). */
export const productClosed: Subscription = {
  topic: PRODUCT_CLOSED_TOPIC,
  async handle(services, tx, payload) {
    const fact = z.parse(productFact, payload)
    const { plans, more } = await lockedPlansOf(tx, fact, RUNNING)
    await endPlans(services, tx, plans, 'product_closed')
    if (more) await publish(tx, PRODUCT_CLOSED_TOPIC, fact, fact.product_id)
  },
}

/** Topic for the remaining plans of a disabled account. */
const DISABLED_PLANS_TOPIC = 'plans.account_disabled'

/** After an account is disabled, its plans are cancelled or stopped (PRODUCT §4). */
export const customerDisabled: Subscription = { topic: CUSTOMER_DISABLED_TOPIC, handle: endPlansOfCustomer }
export const customerDisabledRest: Subscription = { topic: DISABLED_PLANS_TOPIC, handle: endPlansOfCustomer }

async function endPlansOfCustomer(services: Services, tx: Transaction, payload: unknown): Promise<void> {
  const { customer_id } = z.parse(customerFact, payload)
  // Before locking anything, wait for placings that found the account still active, so that their plans are seen.
  await awaitPlacings(tx)
  const { plans, more } = await lockedPlansOf(tx, { customer_id }, RUNNING)
  await endPlans(services, tx, plans, 'account_disabled')
  if (more) await publish(tx, DISABLED_PLANS_TOPIC, { customer_id }, customer_id)
}

/** After escrow was paid in, owed conversions are paid first (PRODUCT §4). */
export const escrowToppedUp: Subscription = {
  topic: ESCROW_TOPPED_UP_TOPIC,
  handle: (_services, tx, payload) => askToPayOwed(tx, [z.parse(escrowFact, payload).advertiser_id]),
}

/** The first plans in `statuses`, locked, and whether there are more. */
async function lockedPlansOf(
  tx: Transaction,
  of: { customer_id: string } | { product_id: string },
  statuses: readonly PlanStatus[],
): Promise<{ plans: Plan[]; more: boolean }> {
  const ids = await openPlanIds(tx, of, statuses, AT_ONCE_MAX)
  const locked = [...(await lockPlans(tx, ids)).values()]
  return { plans: locked.filter(({ status }) => statuses.includes(status)), more: ids.length === AT_ONCE_MAX }
}
