import type { Language, NotificationCategory } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { TextZone } from '@adtally/i18n/server.ts'
import { isId } from '../../../database/identifiers.ts'
import { readCursor, writeCursor } from '../../../lib/cursor.ts'
import { announcementsIn, type Spoken } from '../../content/index.ts'
import { customerById, zoneOfCustomer } from '../../identity/index.ts'
import { cutPage } from '../../paging.ts'
import type { Services } from '../../services.ts'
import { ANNOUNCEMENT } from '../presenter.ts'
import {
  type NotificationPosition,
  type NotificationRow,
  newestNotificationId,
  notificationsOf,
} from './notifications.repository.ts'

/** The watermark before the first notification: older than any id. */
const NO_WATERMARK = '00000000-0000-0000-0000-000000000000'

/** Notifications, the texts of announcements among them, and the time zone for their times. */
export interface NotificationPage {
  items: NotificationRow[]
  announced: ReadonlyMap<string, Spoken<{ title: string; content: string }>>
  zone: TextZone
  next_cursor: string | null
  watermark: string
}

/**
 * A page of notifications, unread first and then newest first, with the watermark for marking all read. `context`
 * holds the reader's language and their screen's time zone. Throws `cursor_invalid`.
 */
export async function listNotifications(
  services: Services,
  customer_id: string,
  input: {
    category?: NotificationCategory | undefined
    cursor?: string | undefined
    limit?: number | undefined
  },
  context: { language: Language; time_zone: string },
): Promise<NotificationPage> {
  const from = input.cursor === undefined ? null : positionOf(input.cursor)
  const limit = input.limit ?? LIMIT_DEFAULT
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const base = { category: input.category, limit: limit + 1 }
    const unread = from?.read
      ? []
      : await notificationsOf(tx, customer_id, { ...base, read: false, before: from?.notification_id })
    const rest =
      unread.length > limit
        ? []
        : await notificationsOf(tx, customer_id, {
            ...base,
            read: true,
            before: from?.read ? from.notification_id : undefined,
            limit: limit + 1 - unread.length,
          })
    const { items, next_cursor } = cutPage([...unread, ...rest], limit, cursorOf)
    const announced = items.flatMap((row) =>
      row.message === ANNOUNCEMENT && row.subject_id !== null ? [row.subject_id] : [],
    )
    const name = zoneOfCustomer(await customerById(tx, customer_id), context.time_zone)
    return {
      items,
      announced: await announcementsIn(tx, announced, context.language),
      // The zone is named only if it differs from the screen's, which everything else uses.
      zone: { name, is_named: name !== context.time_zone },
      next_cursor,
      watermark: (await newestNotificationId(tx, customer_id)) ?? NO_WATERMARK,
    }
  })
}

function cursorOf(row: NotificationRow): string {
  return writeCursor(row.read_at === null ? 'unread' : 'read', row.notification_id)
}

function positionOf(cursor: string): NotificationPosition {
  const [state, notification_id] = readCursor(cursor, isReadState, isId)
  return { read: state === 'read', notification_id }
}

function isReadState(text: string): boolean {
  return text === 'unread' || text === 'read'
}
