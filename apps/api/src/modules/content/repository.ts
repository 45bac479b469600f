import type { Language, NotificationCategory } from '@adtally/contract/enums.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Position } from '../paging.ts'
import type { AudienceReader } from './announcements/audience.ts'
import type { AnnouncementStateView, AnnouncementTable, QuestionVoteTable } from './tables.ts'

export type AnnouncementRow = Selectable<AnnouncementTable>
export type AnnouncementStateRow = Selectable<AnnouncementStateView>

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

interface JudgedAnswer {
  question_id: string
  language: Language
  helpful: number
  not_helpful: number
}

/** How answers were judged, by question and language, the least helpful first. */
export async function countVotes(tx: Transaction): Promise<JudgedAnswer[]> {
  const { rows } = await sql<JudgedAnswer>`
    select question_id, language, count(*) filter (where helpful)::int as helpful,
      count(*) filter (where not helpful)::int as not_helpful
    from content.question_votes group by question_id, language order by not_helpful desc, question_id`.execute(
    tx,
  )
  return rows
}

/** Stores an announcement as approved, which the database checks; returns when it is first shown. */
export async function insertAnnouncement(
  tx: Transaction,
  row: Omit<
    Insertable<AnnouncementTable>,
    'published_at' | 'shown_from' | 'withdrawn_at' | 'withdraw_reason' | 'told_up_to' | 'told_at'
  >,
): Promise<Date> {
  const { shown_from } = await tx
    .insertInto('content.announcements')
    .values({ ...row, texts: sql`${JSON.stringify(row.texts)}::jsonb` })
    .returning('shown_from')
    .executeTakeFirstOrThrow()
  return shown_from
}

/** One announcement, locked against withdrawal, with whether it is early or over; or null. */
export async function holdAnnouncement(
  tx: Transaction,
  announcement_id: string,
): Promise<(AnnouncementRow & { is_waiting: boolean; is_over: boolean }) | null> {
  const row = await tx
    .selectFrom('content.announcements')
    .selectAll()
    .select(sql<boolean>`shown_from > platform.now()`.as('is_waiting'))
    .select(sql<boolean>`coalesce(ends_at <= platform.now(), false)`.as('is_over'))
    .where('announcement_id', '=', announcement_id)
    .forNoKeyUpdate()
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

/** A reader's announcements that have begun, not ended and not been withdrawn, newest first, after a position. */
export async function currentAnnouncements(
  tx: Transaction,
  reader: AudienceReader,
  page: { category: NotificationCategory | undefined; after: Position | null; limit: number },
): Promise<{ row: AnnouncementRow; position: Position }[]> {
  let query = tx
    .selectFrom('content.announcements')
    .selectAll()
    .select(sql<string>`shown_from::text`.as('at'))
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`shown_from <= platform.now() and (ends_at is null or ends_at > platform.now())`)
    .where(
      sql<boolean>`(audience = 'everybody' or (audience = 'language' and audience_language = ${reader.language})
        or (audience = 'running_plan' and ${reader.has_running_plan}))`,
    )
  if (page.category !== undefined) query = query.where('category', '=', page.category)
  if (page.after !== null) {
    const { at, id } = page.after
    query = query.where(sql<boolean>`(shown_from, announcement_id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  const rows = await query
    .orderBy('shown_from', 'desc')
    .orderBy('announcement_id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(({ at, ...row }) => ({ row, position: { at, id: row.announcement_id } }))
}

/** Published and proposed announcements with their authors and states, last proposed first, before an id. */
export async function announcementStates(
  tx: Transaction,
  before: string | undefined,
  limit: number,
): Promise<AnnouncementStateRow[]> {
  const query = tx.selectFrom('content.announcement_states').selectAll()
  const rest = before === undefined ? query : query.where('announcement_id', '<', before)
  return await rest.orderBy('announcement_id', 'desc').limit(limit).execute()
}

/** Withdraws an announcement; false where it does not exist or was withdrawn before. */
export async function setWithdrawn(
  tx: Transaction,
  announcement_id: string,
  reason: string,
): Promise<boolean> {
  const { rows } = await sql`
    update content.announcements set withdrawn_at = platform.now(), withdraw_reason = ${reason}
    where announcement_id = ${announcement_id} and withdrawn_at is null returning 1`.execute(tx)
  return rows.length === 1
}

/** Records up to which customer it was sent, and whether that was the whole audience. */
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
