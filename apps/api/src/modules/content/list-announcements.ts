import type { NotificationCategory } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { cutPage, keyOf, type Page } from '../paging.ts'
import type { Services } from '../services.ts'
import { type AnnouncementRow, currentAnnouncements } from './repository.ts'

/** A page of what is announced and has not ended, newest first. Throws `cursor_invalid`. */
export async function listAnnouncements(
  { database }: Services,
  input: {
    category?: NotificationCategory | undefined
    cursor?: string | undefined
    limit?: number | undefined
  },
): Promise<Page<AnnouncementRow>> {
  const { category, limit = LIMIT_DEFAULT } = input
  const before = keyOf(input.cursor)
  const found = await database.transaction({ kind: 'system' }, (tx) =>
    currentAnnouncements(tx, { category, before, limit: limit + 1 }),
  )
  return cutPage(found, limit, ({ announcement_id }) => announcement_id)
}
