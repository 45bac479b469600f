import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { countUnread, markRead, markReadUpTo } from './notifications.repository.ts'

/** Marks one notification, or all up to a watermark, as read; answers the unread. Throws `notification_not_found`. */
export async function readNotifications(
  services: Services,
  customer_id: string,
  input: { notification_id: string } | { watermark: string },
): Promise<number> {
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    if ('watermark' in input) await markReadUpTo(tx, customer_id, input.watermark)
    else if (!(await markRead(tx, customer_id, input.notification_id)))
      throw new Refusal('notification_not_found')
    return await countUnread(tx, customer_id)
  })
}

/** How many notifications are unread. */
export async function unreadTotal(services: Services, customer_id: string): Promise<number> {
  return await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    countUnread(tx, customer_id),
  )
}
