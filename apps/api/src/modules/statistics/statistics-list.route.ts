import { statisticsList } from '@adtally/contract/plans/statistics.ts'
import { customerRoute, type Route } from '../route.ts'
import { periodOf } from './request-period.ts'
import { zoneOf } from './request-zone.ts'

/** Answered at once from what is kept, because the app asks each second (SPEC §9). */
export const statisticsListRoute: Route = {
  ...customerRoute(statisticsList, ({ user_time_zone, ...asked }, caller, context) => {
    const { clock, statistics } = context.services
    const [now, zone] = [clock.now(), zoneOf(user_time_zone, context)]
    const period = periodOf(asked, zone, now.getTime())
    return statistics.reply(caller.customer_id, period, zone, now, context.if_none_match)
  }),
  is_polled: true,
}
