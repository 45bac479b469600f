import type { OutputOf } from '@adtally/contract/call.ts'
import { announcementList } from '@adtally/contract/content.ts'
import { activityList, userCouponList, userCouponReceive } from '@adtally/contract/money/coupons.ts'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { useActOnce } from '../../../lib/use-act.ts'

export type Activity = OutputOf<typeof activityList>['items'][number]
export type Announcement = OutputOf<typeof announcementList>['items'][number]

/** Activities with a coupon to claim, page by page. */
export function activitiesQuery() {
  return pagedQuery(activityList, {})
}

/** Announcements of activities, newest first, page by page. */
export function activityNewsQuery() {
  return pagedQuery(announcementList, { category: 'activity' })
}

/** Claims an activity's coupon, once however often it is tried; refetches afterwards, whatever the outcome. */
export function useClaim() {
  const claim = (request_id: string, activity_id: string) =>
    request(userCouponReceive, { request_id, activity_id })
  return useActOnce('coupon', claim, [activityList, userCouponList])
}
