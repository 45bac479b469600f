import * as z from 'zod/mini'

/** Topic of owed conversions paid from a top-up or from a reserve that a reversal freed. */
export const CONVERSION_PAID_TOPIC = 'conversion.paid'
export const conversionPaid = z.strictObject({
  conversion_id: z.uuid(),
  plan_id: z.uuid(),
  customer_id: z.uuid(),
  payout_micros: z.string(),
})

/** Topic of plans whose delivery has finished, or that were settled, together by one cause. */
export const PLANS_ENDED_TOPIC = 'plans.ended'
export const plansEnded = z.strictObject({
  status: z.enum(['putFinished', 'settled']),
  /** What ended them. */
  reason: z.string(),
  at: z.iso.datetime(),
  plans: z.array(z.strictObject({ plan_id: z.uuid(), product_id: z.uuid(), advertiser_id: z.uuid() })),
})

/** Topic of plans with a coupon that never ran; their money has been returned to its source (PRODUCT §4). */
export const PLANS_FAILED_TOPIC = 'plans.failed'
export const plansFailed = z.strictObject({ plan_ids: z.array(z.uuid()) })
