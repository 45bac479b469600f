import type { NotificationCategory } from '@adtally/contract/enums.ts'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { NotificationTable } from '../tables.ts'

export type NotificationRow = Selectable<NotificationTable>

/** A paging position; the list shows unread ones first, and then newest first. */
export interface NotificationPosition {
  read: boolean
  notification_id: string
}

/** Stores a notification. */
export async function insertNotification(
  tx: Transaction,
  row: Omit<NotificationRow, 'created_at' | 'read_at'>,
): Promise<void> {
  await sql`
    insert into service.notifications (
      notification_id, customer_id, category, message, message_values, subject_kind, subject_id, created_at)
    values (${row.notification_id}, ${row.customer_id}, ${row.category}, ${row.message},
      ${JSON.stringify(row.message_values)}::jsonb, ${row.subject_kind}, ${row.subject_id}, platform.now())`.execute(
    tx,
  )
}

/** Notifications with the given read state, newest first, before a position. */
export async function notificationsOf(
  tx: Transaction,
  customer_id: string,
  filter: {
    read: boolean
    category?: NotificationCategory | undefined
    before?: string | undefined
    limit: number
  },
): Promise<NotificationRow[]> {
  let query = tx
    .selectFrom('service.notifications')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('read_at', filter.read ? 'is not' : 'is', null)
  if (filter.category !== undefined) query = query.where('category', '=', filter.category)
  if (filter.before !== undefined) query = query.where('notification_id', '<', filter.before)
  return await query.orderBy('notification_id', 'desc').limit(filter.limit).execute()
}

/** The newest notification's id; null if there is none. */
export async function newestNotificationId(tx: Transaction, customer_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('service.notifications')
    .select('notification_id')
    .where('customer_id', '=', customer_id)
    .orderBy('notification_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.notification_id ?? null
}

/** Marks one notification read, even if it is already. False if the customer has no such one. */
export async function markRead(
  tx: Transaction,
  customer_id: string,
  notification_id: string,
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    update service.notifications set read_at = coalesce(read_at, platform.now())
    where customer_id = ${customer_id} and notification_id = ${notification_id}
    returning true as known`.execute(tx)
  return rows.length === 1
}

/** Marks notifications up to `watermark` as read; later ones stay unread. */
export async function markReadUpTo(tx: Transaction, customer_id: string, watermark: string): Promise<void> {
  await sql`
    update service.notifications set read_at = platform.now()
    where customer_id = ${customer_id} and read_at is null and notification_id <= ${watermark}`.execute(tx)
}

/** How many are unread. */
export async function countUnread(tx: Transaction, customer_id: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from service.notifications
    where customer_id = ${customer_id} and read_at is null`.execute(tx)
  return rows[0]?.unread ?? 0
}
