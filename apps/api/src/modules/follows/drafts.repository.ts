import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { DraftTable } from './tables.ts'

export type Draft = Selectable<DraftTable>
export type NewDraft = Omit<Draft, 'created_at' | 'state' | 'decided_at' | 'plan_id'>

/** Inserts drafts, except where a follower already has one of this plan; returns the new ones. */
export async function insertDrafts(tx: Transaction, drafts: readonly NewDraft[]): Promise<Draft[]> {
  if (drafts.length === 0) return []
  return await tx
    .insertInto('follows.drafts')
    .values(drafts.map((draft) => ({ ...draft, created_at: sql<Date>`platform.now()` })))
    .onConflict((conflict) => conflict.constraint('drafts_once').doNothing())
    .returningAll()
    .execute()
}

/** One of a follower's drafts, or null. */
export async function draftOf(tx: Transaction, follower_id: string, draft_id: string): Promise<Draft | null> {
  const row = await tx
    .selectFrom('follows.drafts')
    .selectAll()
    .where('draft_id', '=', draft_id)
    .where('follower_id', '=', follower_id)
    .executeTakeFirst()
  return row ?? null
}

/** When an open draft lapses; null where it is decided. System scope. */
export async function openUntil(tx: Transaction, draft_id: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('follows.drafts')
    .select('expires_at')
    .where('draft_id', '=', draft_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row?.expires_at ?? null
}

/** A follower's open drafts, newest first. */
export async function openDrafts(tx: Transaction, follower_id: string, limit: number): Promise<Draft[]> {
  return await tx
    .selectFrom('follows.drafts')
    .selectAll()
    .where('follower_id', '=', follower_id)
    .where('state', '=', 'open')
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .orderBy('draft_id', 'desc')
    .limit(limit)
    .execute()
}

/** Locks drafts in order of id; returns the open ones. */
export async function lockOpenDrafts(tx: Transaction, draft_ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ draft_id: string }>`
    select draft_id from follows.drafts
    where draft_id = any (${[...draft_ids].sort()}::uuid[]) and state = 'open' and expires_at > platform.now()
    order by draft_id for update`.execute(tx)
  return new Set(rows.map(({ draft_id }) => draft_id))
}

/** Records the plans placed from locked, open drafts. */
export async function confirmDrafts(
  tx: Transaction,
  placed: readonly { draft_id: string; plan_id: string }[],
): Promise<void> {
  const { numAffectedRows } = await sql`
    update follows.drafts as draft
    set state = 'confirmed', decided_at = platform.now(), plan_id = placed.plan_id
    from unnest(
      ${placed.map(({ draft_id }) => draft_id)}::uuid[], ${placed.map(({ plan_id }) => plan_id)}::uuid[]
    ) as placed (draft_id, plan_id)
    where draft.draft_id = placed.draft_id and draft.state = 'open'`.execute(tx)
  if (numAffectedRows !== BigInt(placed.length)) throw new RangeError('a draft was not open any more')
}

/** Closes an open draft; false where it was not open. */
export async function closeDraft(
  tx: Transaction,
  draft_id: string,
  state: 'dismissed' | 'lapsed',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('follows.drafts')
    .set({ state, decided_at: sql<Date>`platform.now()` })
    .where('draft_id', '=', draft_id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Lapses the open drafts of ended relations. */
export async function lapseDraftsOf(tx: Transaction, relation_ids: readonly string[]): Promise<void> {
  if (relation_ids.length === 0) return
  await tx
    .updateTable('follows.drafts')
    .set({ state: 'lapsed', decided_at: sql<Date>`platform.now()` })
    .where('relation_id', 'in', relation_ids)
    .where('state', '=', 'open')
    .execute()
}

/** Whether a plan was placed from a draft, and so makes no drafts itself (PRODUCT §10). */
export async function isFollowedPlan(tx: Transaction, plan_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('follows.drafts')
    .select('draft_id')
    .where('plan_id', '=', plan_id)
    .executeTakeFirst()
  return row !== undefined
}

/** How many plans were placed from each relation's drafts. */
export async function confirmedCounts(
  tx: Transaction,
  relation_ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ relation_id: string; confirmed: number }>`
    select relation_id, count(*)::int as confirmed from follows.drafts
    where relation_id = any (${[...relation_ids]}::uuid[]) and state = 'confirmed'
    group by relation_id`.execute(tx)
  return new Map(rows.map(({ relation_id, confirmed }) => [relation_id, confirmed]))
}
