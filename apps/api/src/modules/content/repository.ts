import type { NotificationCategory } from '@adtally/contract/enums.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { AnnouncementTable, QuestionVoteTable } from './tables.ts'

export type AnnouncementRow = Selectable<AnnouncementTable>

/** Keeps a vote; a later one replaces it. */
export async function keepVote(
  tx: Transaction,
  vote: Omit<Insertable<QuestionVoteTable>, 'voted_at'>,
): Promise<void> {
  await sql`
    insert into content.question_votes (customer_id, question_id, helpful, language)
    values (${vote.customer_id}, ${vote.question_id}, ${vote.helpful}, ${vote.language})
    on conflict (customer_id, question_id) do update
      set helpful = excluded.helpful, language = excluded.language, voted_at = platform.now()`.execute(tx)
}

/** How a customer judged an answer; null before they did. */
export async function voteOf(
  tx: Transaction,
  customer_id: string,
  question_id: string,
): Promise<boolean | null> {
  const row = await tx
    .selectFrom('content.question_votes')
    .select('helpful')
    .where('customer_id', '=', customer_id)
    .where('question_id', '=', question_id)
    .executeTakeFirst()
  return row?.helpful ?? null
}

/** How answers were judged, by question and language, the least helpful first. */
export async function countVotes(
  tx: Transaction,
): Promise<{ question_id: string; language: string; helpful: number; not_helpful: number }[]> {
  const { rows } = await sql<{ question_id: string; language: string; helpful: number; not_helpful: number }>`
    select question_id, language, count(*) filter (where helpful)::int as helpful,
      count(*) filter (where not helpful)::int as not_helpful
    from content.question_votes group by question_id, language order by not_helpful desc, question_id`.execute(
    tx,
  )
  return rows
}

/** Stores an announcement. */
export async function insertAnnouncement(
  tx: Transaction,
  row: Pick<AnnouncementRow, 'announcement_id' | 'category' | 'texts' | 'staff_id' | 'ends_at'>,
): Promise<void> {
  await sql`
    insert into content.announcements (announcement_id, category, texts, staff_id, ends_at)
    values (${row.announcement_id}, ${row.category}, ${JSON.stringify(row.texts)}::jsonb, ${row.staff_id},
      ${row.ends_at})`.execute(tx)
}

/** One announcement, or null. */
export async function announcementById(
  tx: Transaction,
  announcement_id: string,
): Promise<AnnouncementRow | null> {
  const row = await tx
    .selectFrom('content.announcements')
    .selectAll()
    .where('announcement_id', '=', announcement_id)
    .executeTakeFirst()
  return row ?? null
}

/** The announcements of these ids. */
export async function announcementsByIds(
  tx: Transaction,
  announcement_ids: readonly string[],
): Promise<AnnouncementRow[]> {
  if (announcement_ids.length === 0) return []
  return await tx
    .selectFrom('content.announcements')
    .selectAll()
    .where('announcement_id', 'in', [...new Set(announcement_ids)])
    .execute()
}

/** Announcements that have not ended and were not withdrawn, newest first, before an id. */
export async function currentAnnouncements(
  tx: Transaction,
  page: { category: NotificationCategory | undefined; before: string | undefined; limit: number },
): Promise<AnnouncementRow[]> {
  let query = tx
    .selectFrom('content.announcements')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`(ends_at is null or ends_at > platform.now())`)
  if (page.category !== undefined) query = query.where('category', '=', page.category)
  if (page.before !== undefined) query = query.where('announcement_id', '<', page.before)
  return await query.orderBy('announcement_id', 'desc').limit(page.limit).execute()
}

/** Takes an announcement back; false where it is not there or was before. */
export async function withdrawAnnouncement(tx: Transaction, announcement_id: string): Promise<boolean> {
  const { rows } = await sql`
    update content.announcements set withdrawn_at = platform.now()
    where announcement_id = ${announcement_id} and withdrawn_at is null returning 1`.execute(tx)
  return rows.length === 1
}

/** Notes up to which customer it was told, and whether that was everybody. */
export async function noteTold(
  tx: Transaction,
  announcement_id: string,
  told: { up_to: string | null; is_all: boolean },
): Promise<void> {
  await sql`
    update content.announcements
    set told_up_to = coalesce(${told.up_to}, told_up_to),
      told_at = case when ${told.is_all} then platform.now() end
    where announcement_id = ${announcement_id}`.execute(tx)
}
