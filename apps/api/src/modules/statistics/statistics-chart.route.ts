import { statisticsChart } from '@adtally/contract/plans/statistics-chart.ts'
import { customerRoute, RenderedReply } from '../route.ts'
import { readChart } from './chart.ts'
import { namesTag, tagOf } from './content-tag.ts'
import { periodOf } from './request-period.ts'
import { zoneOf } from './request-zone.ts'

/** Spend and revenue over the period; unchanged it is a 304. */
export const statisticsChartRoute = customerRoute(
  statisticsChart,
  async ({ user_time_zone, ...asked }, caller, context) => {
    const { services } = context
    const zone = zoneOf(user_time_zone, context)
    const period = periodOf(asked, zone, services.clock.now_ms())
    const chart = await readChart(services, caller.customer_id, period, zone)
    const { as_of: _moment, ...drawn } = chart
    const etag = tagOf(JSON.stringify(drawn))
    const is_known = context.if_none_match !== undefined && namesTag(context.if_none_match, etag)
    return new RenderedReply(is_known ? null : JSON.stringify(chart), etag)
  },
)
