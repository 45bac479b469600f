import type { NotificationCategory } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { type Page, pageOf } from '../../paging.ts'
import type { Services } from '../../services.ts'
import { type AnnouncementRow, currentAnnouncements } from '../repository.ts'
import { audienceReader } from './audience.ts'

/** A page of a customer's current announcements, newest first. Throws `cursor_invalid`. */
export async function listAnnouncements(
  { database }: Services,
  customer_id: string,
  input: {
    category?: NotificationCategory | undefined
    cursor?: string | undefined
    limit?: number | undefined
  },
): Promise<Page<AnnouncementRow>> {
  const { category, cursor, limit = LIMIT_DEFAULT } = input
  return await database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const reader = await audienceReader(tx, customer_id)
    return await pageOf({ cursor, limit }, (after, rows_max) =>
      currentAnnouncements(tx, reader, { category, after, limit: rows_max }),
    )
  })
}
