import type { OutputOf } from '@adtally/contract/call.ts'
import { announcementList } from '@adtally/contract/content.ts'
import { activityList, userCouponList, userCouponReceive } from '@adtally/contract/money/coupons.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { readAgain } from '../../../lib/read-again.ts'
import { useIntention } from '../../../lib/session/use-intention.ts'

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
  const client = useQueryClient()
  const intention = useIntention('coupon')
  return useMutation({
    mutationFn: (activity_id: string) =>
      request(userCouponReceive, { request_id: intention.requestId(activity_id), activity_id }),
    onSuccess: (_answer, activity_id) => intention.done(activity_id),
    onSettled: () => readAgain(client, [activityList, userCouponList]),
  })
}
