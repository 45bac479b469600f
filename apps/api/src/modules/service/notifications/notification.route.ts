import { notifications, notificationsRead, unreadCount } from '@adtally/contract/service/service.ts'
import { isId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { customerRoute } from '../../route.ts'
import { presentNotification } from '../presenter.ts'
import { listNotifications } from './list-notifications.ts'
import { readNotifications, unreadTotal } from './read-notifications.ts'

export const notificationsRoute = customerRoute(
  notifications,
  async (input, { customer_id }, { services, language, time_zone }) => {
    const { items, announced, zone, next_cursor, watermark } = await listNotifications(
      services,
      customer_id,
      input,
      { language, time_zone },
    )
    const { currency } = services.settings
    return {
      items: items.map((row) => presentNotification(row, { language, zone, currency }, announced)),
      next_cursor,
      watermark,
    }
  },
)

export const notificationsReadRoute = customerRoute(
  notificationsRead,
  async (input, { customer_id }, { services }) => {
    if ('watermark' in input && !isId(input.watermark))
      throw new Refusal('field_invalid', { field: 'watermark' })
    return { unread_total: await readNotifications(services, customer_id, input) }
  },
)

export const unreadCountRoute = customerRoute(unreadCount, async (_input, { customer_id }, { services }) => ({
  unread_total: await unreadTotal(services, customer_id),
}))
