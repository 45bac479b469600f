import * as z from 'zod/mini'
import { customerCall, publicCall } from '../call.ts'
import { amount, count, id, pageOf, pageQuery, time } from '../fields.ts'

/** Why a settled plan was settled again. */
export const CORRECTION_CAUSES = ['invalid', 'owed', 'share'] as const

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
      /** Invalid traffic, an owed conversion paid, or an earlier plan of the same two persons corrected. */
      cause: z.enum(CORRECTION_CAUSES),
      /** Its events: `/plan/order/invalid` with this revision. */
      verdict_id: z.nullable(id),
      /** Each a difference: below 0 it became less. */
      spend: amount,
      revenue: amount,
      /** How the change of revenue was divided. */
      customer: amount,
      startup_return: amount,
      profit_share: amount,
      /** How the change of the platform's share was. */
      rebate: amount,
      platform_fee: amount,
      /** Of the plan, afterwards. */
      profit: amount,
      /** Of what the customer had to give back, what could not be collected: later settlements repay it. */
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
