import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { STATISTICS_PERIODS } from '../enums.ts'
import { amount, because, count, day, time, timeZone } from '../fields.ts'

const { today, week, month, all, range } = STATISTICS_PERIODS
const types = [today, week, month, all, range] as const

export const RANGE_DAYS_MAX = 400

/** `type` 1 today, 2 week from Monday, 3 month, 4 all, 5 days `from`–`until`, in `user_time_zone` (PRODUCT §6). */
export const period = {
  type: z.optional(z.enum(types, { error: because('field_invalid') })),
  user_time_zone: z.optional(timeZone),
  /** First and last day, inclusive; for type 5 only. */
  from: z.optional(day),
  until: z.optional(day),
}

export const PERIOD_REFUSALS = [
  'time_zone_unknown',
  'range_reversed',
  'range_too_long',
  'range_in_future',
  'range_before_account',
] as const

/** The figures of a period, as opposed to current ones. */
export const cameIn = {
  invested: amount,
  delivery_orders: count,
  consumed: amount,
  impressions: count,
  clicks: count,
  conversions: count,
  advertising_revenue: amount,
  profit: amount,
  estimated: z.boolean(),
}

export const statisticsReading = z.object({
  type: z.enum(types),
  ...cameIn,
  to_be_consumed: amount,
  /** The part of the revenue that is not settled yet. */
  revenue_estimated: amount,
  learning_phase: z.boolean(),
  as_of: time,
})

export const statisticsList = customerCall('GET /ad/order/data_statistics/list', {
  name: 'statisticsList',
  summary: 'The eight figures; an unchanged reading is a 304 by ETag, whose Date is then `as_of`',
  request: z.strictObject(period),
  response: statisticsReading,
  refusals: PERIOD_REFUSALS,
  is_conditional: true,
})
