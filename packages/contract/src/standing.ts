import * as z from 'zod/mini'
import { customerCall } from './call.ts'
import { amount, count, id, pageOf, pageQuery, time } from './fields.ts'

/** Why a credit score changed, each a result of the customer's own plans. */
export const CREDIT_CAUSES = ['chargeback', 'clean_plan'] as const

export const userLevel = customerCall('GET /user/level', {
  name: 'userLevel',
  auth: 'restricted',
  summary: 'Level with its formula and the next step, deposited total, VIP terms, credit score (PRODUCT §12)',
  request: z.strictObject({}),
  response: z.object({
    /** The stars: how many thresholds `settled_spend` has reached. */
    level: count,
    /** Spend of plans that settled since `since`. */
    settled_spend: amount,
    settled_plans: count,
    window_days: count,
    since: time,
    as_of: time,
    steps: z.array(z.object({ level: count, spend: amount })),
    /** Null at the highest level. */
    next: z.nullable(
      z.object({
        level: count,
        spend: amount,
        missing: amount,
        /** A whole number, rounded down. */
        progress_percent: count,
      }),
    ),
    /** For information; no level depends on it. */
    total_deposited: amount,
    vip: z.object({
      price: amount,
      /** The platform's share of spend without and with VIP. */
      fee_percent: count,
      vip_fee_percent: count,
      /** The cash spend in a month above which the rebate exceeds the price; null if it never does. */
      break_even_spend: z.nullable(amount),
      /** The caller's own cash spend that settled outside VIP in the last 30 days, and the rebate it would have had. */
      own_cash_spend: amount,
      own_rebate: amount,
    }),
    credit: z.object({
      score: count,
      maximum: count,
      points_chargeback: z.int(),
      points_clean_plan: z.int(),
    }),
    policy_version: count,
  }),
  refusals: [],
})

export const creditList = customerCall('GET /user/credit/list', {
  name: 'creditList',
  auth: 'restricted',
  summary: 'Each change of the credit score with its cause, newest first',
  request: z.strictObject(pageQuery),
  response: pageOf(
    z.object({
      change_id: id,
      cause: z.enum(CREDIT_CAUSES),
      points: z.int(),
      score_after: count,
      plan_id: id,
      plan_number: z.string(),
      product_name: z.string(),
      occurred_at: time,
    }),
  ),
  refusals: ['cursor_invalid'],
})
