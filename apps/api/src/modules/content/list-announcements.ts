import type { NotificationCategory } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { isId } from '../../database/identifiers.ts'
import { Refusal } from '../refusal.ts'
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
): Promise<{ items: AnnouncementRow[]; next_cursor: string | null }> {
  const { category, cursor, limit = LIMIT_DEFAULT } = input
  if (cursor !== undefined && !isId(cursor)) throw new Refusal('cursor_invalid', { field: 'cursor' })
  const rows = await database.transaction({ kind: 'system' }, (tx) =>
    currentAnnouncements(tx, { category, before: cursor, limit: limit + 1 }),
  )
  const items = rows.slice(0, limit)
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.announcement_id ?? null) : null }
}
