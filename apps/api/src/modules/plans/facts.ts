import * as z from 'zod/mini'

/** The outbox topic of an owed conversion that was paid from a top-up, or from a reserve that a reversal freed. */
export const CONVERSION_PAID_TOPIC = 'conversion.paid'
export const conversionPaid = z.strictObject({
  conversion_id: z.uuid(),
  plan_id: z.uuid(),
  customer_id: z.uuid(),
  payout_micros: z.string(),
})

/** The outbox topic of plans with a coupon that never ran: their money is back where it came from (PRODUCT §4). */
export const PLANS_FAILED_TOPIC = 'plans.failed'
export const plansFailed = z.strictObject({ plan_ids: z.array(z.uuid()) })
