import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { amount, time } from '../fields.ts'
import { cameIn, PERIOD_REFUSALS, period } from './statistics.ts'

const points = z.array(z.object({ at: time, spend: amount, revenue: amount }))

export const statisticsChart = customerCall('GET /ad/order/data_statistics/chart', {
  name: 'statisticsChart',
  summary: 'Spend and revenue over the period, at most 96 points, beside the period before',
  request: z.strictObject(period),
  response: z.object({
    points,
    bucket_ms: z.int(),
    /**
     * The previous period over the same time as this one so far: for today the same hours of yesterday, for week and
     * month the same days of the last; null for all time, and while a period has only just begun.
     */
    before: z.nullable(
      z.object({
        from: time,
        /** The end, exclusive; whole quarter hours. */
        until: time,
        points,
        ...cameIn,
      }),
    ),
    as_of: time,
  }),
  refusals: PERIOD_REFUSALS,
  is_conditional: true,
})
