import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { amount, count, id, time, timeZone } from '../fields.ts'
import { seenFigures } from './seen.ts'

/** The figures of a day, or of all days. */
const dayFigures = {
  impressions: count,
  ...seenFigures,
  clicks: count,
  conversions: count,
  invalid_events: count,
  spend: amount,
  /** The part of spend that coupon and startup funds paid. */
  promotional: amount,
  revenue: amount,
  /** Revenue less spend. */
  result: amount,
}

export const planDays = customerCall('GET /plan/order/days', {
  name: 'planDays',
  auth: 'restricted',
  summary: 'A plan by day in `user_time_zone`, newest first; the days add up to the plan',
  request: z.strictObject({ plan_id: id, user_time_zone: z.optional(timeZone) }),
  response: z.object({
    /** Days on which anything happened; `day` is such as `2026-11-30`. */
    days: z.array(z.object({ day: z.iso.date(), ...dayFigures })),
    total: z.object(dayFigures),
    /** True until settled. */
    estimated: z.boolean(),
    as_of: time,
  }),
  refusals: ['plan_not_found', 'time_zone_unknown'],
})
