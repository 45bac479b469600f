import { PLAN_STATUSES } from '@adtally/contract/enums.ts'
import * as z from 'zod/mini'

/** The outbox topic of placed plans, one message for each commit that placed some. */
export const PLANS_PLACED_TOPIC = 'plans.placed'
export const plansPlaced = z.strictObject({
  plans: z.array(z.strictObject({ plan_id: z.uuid(), customer_id: z.uuid() })),
})

/** The outbox topic of a plan's new status; keyed by plan, so in order. Placing itself is `plans.placed`. */
export const PLAN_STATUS_TOPIC = 'plan.status'
export const planStatusChanged = z.strictObject({
  plan_id: z.uuid(),
  customer_id: z.uuid(),
  status: z.enum(PLAN_STATUSES),
})

/**
 * The outbox topic of a plan's result: at settlement (revision 1) and whenever a later finding changed it. Amounts
 * are decimal strings in micro-units.
 */
export const PLAN_RESULT_TOPIC = 'plan.result'
export const planResult = z.strictObject({
  plan_id: z.uuid(),
  customer_id: z.uuid(),
  revision: z.int(),
  cause: z.enum(['settlement', 'invalid', 'owed']),
  spend_micros: z.string(),
  revenue_micros: z.string(),
})

/** The outbox topic of an owed conversion that was paid from a top-up. */
export const CONVERSION_PAID_TOPIC = 'conversion.paid'
export const conversionPaid = z.strictObject({
  conversion_id: z.uuid(),
  plan_id: z.uuid(),
  customer_id: z.uuid(),
  payout_micros: z.string(),
})
