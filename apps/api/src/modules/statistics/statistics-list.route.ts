import { statisticsList } from '@adtally/contract/plans/statistics.ts'
import { customerRoute, RenderedReply, type Route } from '../route.ts'
import type { KeptAnswer } from './answers.ts'
import { namesTag } from './content-tag.ts'
import { periodOf } from './request-period.ts'
import { zoneOf } from './request-zone.ts'

/** Answered at once from what is kept, because the app asks each second (SPEC §9). */
export const statisticsListRoute: Route = {
  ...customerRoute(statisticsList, ({ user_time_zone, ...asked }, caller, context) => {
    const { clock, statistics } = context.services
    const [now, zone] = [clock.now(), zoneOf(user_time_zone, context)]
    const period = periodOf(asked, zone, now.getTime())
    const { if_none_match } = context
    const found = statistics.answer(caller.customer_id, period, zone, now.getTime())
    return found instanceof Promise
      ? found.then((answer) => present(answer, now, if_none_match))
      : present(found, now, if_none_match)
  }),
  is_polled: true,
}

function present({ text, etag }: KeptAnswer, now: Date, if_none_match: string | undefined): RenderedReply {
  if (if_none_match !== undefined && namesTag(if_none_match, etag)) return new RenderedReply(null, etag)
  return new RenderedReply(`${text}${now.toISOString()}"}`, etag)
}
