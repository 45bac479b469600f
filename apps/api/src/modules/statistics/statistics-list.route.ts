import { statisticsList } from '@adtally/contract/statistics.ts'
import { customerRoute, type Route } from '../route.ts'
import { zoneOf } from './request-zone.ts'

/** Answered at once from what is kept, because the app asks each second (SPEC §9). */
export const statisticsListRoute: Route = {
  ...customerRoute(statisticsList, ({ type, user_time_zone }, caller, context) => {
    const { clock, statistics } = context.services
    return statistics.reply(
      caller.customer_id,
      type ?? '1',
      zoneOf(user_time_zone, context),
      clock.now(),
      context.if_none_match,
    )
  }),
  is_polled: true,
}
