import { statisticsChart } from '@adtally/contract/statistics.ts'
import { customerRoute } from '../route.ts'
import { readChart } from './chart.ts'
import { zoneOf } from './request-zone.ts'

/** Spend and revenue over the period. */
export const statisticsChartRoute = customerRoute(
  statisticsChart,
  ({ type, user_time_zone }, caller, context) =>
    readChart(context.services, caller.customer_id, type ?? '1', zoneOf(user_time_zone, context)),
)
