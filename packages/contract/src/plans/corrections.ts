import * as z from 'zod/mini'
import { customerCall, publicCall } from '../call.ts'
import { amount, count, id, pageOf, pageQuery, time } from '../fields.ts'

export const CORRECTION_CAUSES = ['invalid', 'owed', 'restored', 'share'] as const
export type CorrectionCause = (typeof CORRECTION_CAUSES)[number]

export const planCorrections = customerCall('GET /plan/order/corrections', {
  name: 'planCorrections',
  auth: 'restricted',
  summary:
    'What corrected a settled plan, newest first: both legs, and the verdict whose events are the evidence',
  request: z.strictObject({ plan_id: id, ...pageQuery }),
  response: pageOf(
    z.object({
      revision: count,
      at: time,
      /** Invalid traffic, a paid owed conversion, or a correction of an earlier plan between the same two people. */
      cause: z.enum(CORRECTION_CAUSES),
      /** Its events are at `/plan/order/invalid` with this revision. */
      verdict_id: z.nullable(id),
      /** Differences: negative for a decrease. */
      spend: amount,
      revenue: amount,
      /** How the change of revenue was divided. */
      customer: amount,
      startup_return: amount,
      profit_share: amount,
      /** How the change of the platform's share was divided. */
      rebate: amount,
      platform_fee: amount,
      /** The plan's profit afterwards. */
      profit: amount,
      /** The part of the customer's debt that could not be collected; later settlements repay it. */
      owed: amount,
    }),
  ),
  refusals: ['plan_not_found', 'cursor_invalid'],
})

const side = z.object({
  settled_plans: count,
  corrected_plans: count,
  spend_returned: amount,
  revenue_reversed: amount,
})

export const chargebackRecord = publicCall('GET /plan/chargeback_record', {
  name: 'chargebackRecord',
  summary:
    'What was charged back in 12 months of plans that had settled without a loss (profit or exactly 0), and of those with one',
  request: z.strictObject({}),
  /** `winners`: profit or exactly 0. */
  response: z.object({ since: time, as_of: time, winners: side, losers: side }),
  refusals: [],
})
