import type { OutputOf } from '@adtally/contract/call.ts'
import { notifications } from '@adtally/contract/service/service.ts'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'

export type Notification = OutputOf<typeof notifications>['items'][number]

/** The key of the list, read again after anything is marked read. */
export const NOTIFICATIONS_KEY = [notifications.name] as const

const LIST_MS = 10_000

/** Notifications, unread first, page by page; what comes while they are looked at joins them. */
export function notificationsQuery() {
  return {
    ...pagedQuery(NOTIFICATIONS_KEY, (cursor, signal) =>
      request(notifications, cursor === undefined ? {} : { cursor }, { signal }),
    ),
    refetchInterval: LIST_MS,
  }
}
