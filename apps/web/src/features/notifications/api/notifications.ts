import type { OutputOf } from '@adtally/contract/call.ts'
import { notifications } from '@adtally/contract/service/service.ts'
import { pagedQuery } from '../../../lib/call-query.ts'

export type Notification = OutputOf<typeof notifications>['items'][number]

const LIST_MS = 10_000

/** Notifications, unread first, page by page; new ones join while the page is visible. */
export function notificationsQuery() {
  return { ...pagedQuery(notifications, {}), refetchInterval: LIST_MS }
}
