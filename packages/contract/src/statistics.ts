import * as z from 'zod/mini'
import { customerCall } from './call.ts'
import { STATISTICS_PERIODS } from './enums.ts'
import { amount, because, count, time, timeZone } from './fields.ts'

const { today, week, month, all } = STATISTICS_PERIODS

/** `type` 1 today, 2 week from Monday, 3 month, 4 all, in `user_time_zone` (PRODUCT §6). */
const period = {
  type: z.optional(z.enum([today, week, month, all], { error: because('field_invalid') })),
  user_time_zone: z.optional(timeZone),
}

export const statisticsReading = z.object({
  type: z.enum([today, week, month, all]),
  invested: amount,
  delivery_orders: count,
  consumed: amount,
  to_be_consumed: amount,
  impressions: count,
  clicks: count,
  conversions: count,
  advertising_revenue: amount,
  profit: amount,
  /** Of the revenue: not settled yet. */
  revenue_estimated: amount,
  estimated: z.boolean(),
  learning_phase: z.boolean(),
  as_of: time,
})

export const statisticsList = customerCall({
  name: 'statisticsList',
  method: 'GET',
  path: '/ad/order/data_statistics/list',
  tag: 'statistics',
  summary: 'The eight figures; an unchanged reading is a 304 by ETag, whose Date is then `as_of`',
  request: z.strictObject(period),
  response: statisticsReading,
  refusals: ['time_zone_unknown'],
  is_conditional: true,
})

export const statisticsChart = customerCall({
  name: 'statisticsChart',
  method: 'GET',
  path: '/ad/order/data_statistics/chart',
  tag: 'statistics',
  summary: 'Spend and revenue over the period, at most 96 points',
  request: z.strictObject(period),
  response: z.object({
    points: z.array(z.object({ at: time, spend: amount, revenue: amount })),
    bucket_ms: z.int(),
    as_of: time,
  }),
  refusals: ['time_zone_unknown'],
})
