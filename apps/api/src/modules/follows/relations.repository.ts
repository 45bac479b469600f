import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { FollowEndReason, RelationTable } from './tables.ts'

export type Relation = Selectable<RelationTable>

/** Makes everybody else who starts to follow wait until the transaction ends, so that checks for circles hold. */
export async function lockCircle(tx: Transaction): Promise<void> {
  await sql`select follows.lock_circle()`.execute(tx)
}

/** The customer's present relation, locked; null where they follow nobody. */
export async function lockPresent(tx: Transaction, follower_id: string): Promise<Relation | null> {
  const row = await tx
    .selectFrom('follows.relations')
    .selectAll()
    .where('follower_id', '=', follower_id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The customer's present relation; null where they follow nobody. */
export async function presentRelation(tx: Transaction, follower_id: string): Promise<Relation | null> {
  const row = await tx
    .selectFrom('follows.relations')
    .selectAll()
    .where('follower_id', '=', follower_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The relation that an earlier request with this id began; null where there was none. */
export async function relationOfRequest(
  tx: Transaction,
  follower_id: string,
  request_id: string,
): Promise<Relation | null> {
  const row = await tx
    .selectFrom('follows.relations')
    .selectAll()
    .where('follower_id', '=', follower_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  return row ?? null
}

/** One of a customer's own relations, locked. */
export async function lockRelation(
  tx: Transaction,
  follower_id: string,
  relation_id: string,
): Promise<Relation | null> {
  const row = await tx
    .selectFrom('follows.relations')
    .selectAll()
    .where('relation_id', '=', relation_id)
    .where('follower_id', '=', follower_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Whether `above_id` follows `below_id` at present, directly or through others. */
export async function isFollowedBy(tx: Transaction, below_id: string, above_id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive upwards as (
      select leader_id from follows.relations where follower_id = ${above_id} and ended_at is null
      union
      select relation.leader_id
      from follows.relations as relation join upwards on relation.follower_id = upwards.leader_id
      where relation.ended_at is null
    )
    select exists (select from upwards where leader_id = ${below_id}) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** Begins a relation, now. */
export async function insertRelation(
  tx: Transaction,
  relation: Omit<Insertable<RelationTable>, 'started_at' | 'ended_at' | 'end_reason'>,
): Promise<Relation> {
  return await tx
    .insertInto('follows.relations')
    .values({ ...relation, started_at: sql<Date>`platform.now()` })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends relations that are still open; returns those it ended. */
export async function endRelations(
  tx: Transaction,
  relation_ids: readonly string[],
  end_reason: FollowEndReason,
): Promise<Relation[]> {
  if (relation_ids.length === 0) return []
  return await tx
    .updateTable('follows.relations')
    .set({ ended_at: sql<Date>`platform.now()`, end_reason })
    .where('relation_id', 'in', relation_ids)
    .where('ended_at', 'is', null)
    .returningAll()
    .execute()
}

/** A leader's present followers who began by `until` (database clock; null: all), oldest first, after `after`. */
export async function followersOf(
  tx: Transaction,
  leader_id: string,
  page: { until: string | null; after: string | null; limit: number },
): Promise<Relation[]> {
  return await tx
    .selectFrom('follows.relations')
    .selectAll()
    .where('leader_id', '=', leader_id)
    .where('ended_at', 'is', null)
    .$if(page.until !== null, (query) =>
      query.where('started_at', '<=', sql<Date>`${page.until}::timestamptz`),
    )
    .$if(page.after !== null, (query) => query.where('relation_id', '>', page.after))
    .orderBy('relation_id')
    .limit(page.limit)
    .forUpdate()
    .execute()
}

/** How many follow a leader at present. System scope. */
export async function countFollowers(tx: Transaction, leader_id: string): Promise<number> {
  const { rows } = await sql<{ followers: number }>`
    select count(*)::int as followers from follows.relations
    where leader_id = ${leader_id} and ended_at is null`.execute(tx)
  return rows[0]?.followers ?? 0
}

/** A customer's relations, newest first, before `before` where given. */
export async function relationsOf(
  tx: Transaction,
  follower_id: string,
  page: { before: string | undefined; limit: number },
): Promise<Relation[]> {
  let query = tx.selectFrom('follows.relations').selectAll().where('follower_id', '=', follower_id)
  if (page.before !== undefined) query = query.where('relation_id', '<', page.before)
  return await query.orderBy('relation_id', 'desc').limit(page.limit).execute()
}

/** Creates the high-water mark of each pair unless it exists, in one order, so that locks do not cross. */
export async function insertPairs(
  tx: Transaction,
  pairs: readonly { follower_person_id: string; leader_person_id: string }[],
): Promise<void> {
  await sql`
    insert into follows.pairs (follower_person_id, leader_person_id, first_followed_at)
    select follower_person_id, leader_person_id, platform.now()
    from unnest(
      ${pairs.map((pair) => pair.follower_person_id)}::uuid[], ${pairs.map((pair) => pair.leader_person_id)}::uuid[]
    ) as pair (follower_person_id, leader_person_id)
    order by follower_person_id, leader_person_id
    on conflict do nothing`.execute(tx)
}
