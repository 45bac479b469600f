import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { MarkEntryTable } from '../tables.ts'

/** Two persons who share profit. */
export interface Pair {
  follower_person_id: string
  leader_person_id: string
}

/** A plan from a leader's draft, at the rate agreed when the following began. */
export interface FollowedPlan {
  plan_id: string
  follower_id: string
  leader_id: string
  fee_percent: number
}

/** The plans among these that follow a leader. System scope. */
export async function followedPlans(tx: Transaction, plan_ids: readonly string[]): Promise<FollowedPlan[]> {
  const { rows } = await sql<FollowedPlan>`
    select draft.plan_id, relation.follower_id, relation.leader_id, relation.fee_percent
    from follows.drafts as draft join follows.relations as relation using (relation_id)
    where draft.plan_id = any (${[...plan_ids]}::uuid[])`.execute(tx)
  return rows
}

/** Locks pairs until the transaction ends, always in the same order. System scope. */
export async function lockPairs(tx: Transaction, pairs: readonly Pair[]): Promise<void> {
  await sql`select follows.lock_pairs(
    ${pairs.map((pair) => pair.follower_person_id)}::uuid[],
    ${pairs.map((pair) => pair.leader_person_id)}::uuid[])`.execute(tx)
}

/** The sums of a pair's entries for one plan. */
export interface MarkedPlan {
  plan_id: string
  profit_micros: Micros
  fee_micros: Micros
  fee_percent: number
}

/** A pair's settled plans in the order of their first settlement. System scope. */
export async function markedPlans(tx: Transaction, pair: Pair): Promise<MarkedPlan[]> {
  const { rows } = await sql<MarkedPlan>`
    select plan_id, sum(result_micros)::bigint as profit_micros, sum(fee_micros)::bigint as fee_micros,
      max(fee_percent) as fee_percent
    from follows.mark_entries
    where follower_person_id = ${pair.follower_person_id} and leader_person_id = ${pair.leader_person_id}
    group by plan_id order by min(sequence)`.execute(tx)
  return rows
}

/** A mark after its newest entry. */
export interface NewestMark {
  sequence: number
  cumulative_micros: Micros
  mark_micros: Micros
}

/** Each pair's newest entry, in the order asked; undefined before its first settlement. System scope. */
export async function newestMarks(
  tx: Transaction,
  pairs: readonly Pair[],
): Promise<(NewestMark | undefined)[]> {
  const { rows } = await sql<NewestMark & { position: number }>`
    select position::int4 as position, newest.*
    from unnest(
      ${pairs.map((pair) => pair.follower_person_id)}::uuid[], ${pairs.map((pair) => pair.leader_person_id)}::uuid[]
    ) with ordinality as pair (follower, leader, position)
    cross join lateral (
      select sequence, cumulative_micros, mark_micros from follows.mark_entries as entry
      where entry.follower_person_id = pair.follower and entry.leader_person_id = pair.leader
      order by sequence desc limit 1
    ) as newest`.execute(tx)
  const found = new Map(rows.map(({ position, ...mark }) => [position, mark]))
  return pairs.map((_, index) => found.get(index + 1))
}

/** Adds entries to marks, now. */
export async function insertMarkEntries(
  tx: Transaction,
  entries: readonly Omit<Insertable<MarkEntryTable>, 'created_at'>[],
): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('follows.mark_entries')
    .values(entries.map((entry) => ({ ...entry, created_at: sql<Date>`platform.now()` })))
    .execute()
}
