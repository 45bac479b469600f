import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { Pair } from './marks.repository.ts'

/** A pair's standing, and the total paid. */
export interface PairSum {
  cumulative_micros: Micros
  mark_micros: Micros
  shares_micros: Micros
}

/** Each pair's settled sums, in the order asked; 0 before the first settlement. System scope. */
export async function pairSums(tx: Transaction, pairs: readonly Pair[]): Promise<PairSum[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<PairSum>`
    select coalesce(newest.cumulative_micros, 0)::bigint as cumulative_micros,
      coalesce(newest.mark_micros, 0)::bigint as mark_micros,
      (select coalesce(sum(fee_micros), 0)::bigint from follows.mark_entries as entry
        where entry.follower_person_id = pair.follower and entry.leader_person_id = pair.leader) as shares_micros
    from unnest(
      ${pairs.map((pair) => pair.follower_person_id)}::uuid[], ${pairs.map((pair) => pair.leader_person_id)}::uuid[]
    ) with ordinality as pair (follower, leader, position)
    left join lateral (
      select cumulative_micros, mark_micros from follows.mark_entries as entry
      where entry.follower_person_id = pair.follower and entry.leader_person_id = pair.leader
      order by sequence desc limit 1
    ) as newest on true
    order by pair.position`.execute(tx)
  return rows
}

/** One entry of a follower's marks, with its leader. */
export interface SharedPlan {
  plan_id: string
  revision: number
  leader_id: string
  result_micros: Micros
  cumulative_micros: Micros
  mark_micros: Micros
  fee_micros: Micros
  fee_percent: number
  created_at: Date
}

/** A list's position: after this plan's revision. */
export interface SharePosition {
  created_at: string
  plan_id: string
  revision: number
}

/** Results and shares of a follower's plans, newest first. System scope. */
export async function sharesOf(
  tx: Transaction,
  follower_id: string,
  page: { after: SharePosition | null; limit: number },
): Promise<SharedPlan[]> {
  const { after, limit } = page
  const { rows } = await sql<SharedPlan>`
    select entry.plan_id, entry.revision, draft.leader_id, entry.result_micros, entry.cumulative_micros,
      entry.mark_micros, entry.fee_micros, entry.fee_percent, entry.created_at
    from follows.drafts as draft join follows.mark_entries as entry using (plan_id)
    where draft.follower_id = ${follower_id} and draft.state = 'confirmed' and (
      ${after === null} or (date_trunc('milliseconds', entry.created_at), entry.plan_id, entry.revision)
        < (${after?.created_at ?? null}::timestamptz, ${after?.plan_id ?? null}::uuid, ${after?.revision ?? null}::smallint))
    order by date_trunc('milliseconds', entry.created_at) desc, entry.plan_id desc, entry.revision desc
    limit ${limit}`.execute(tx)
  return rows
}

/** A leader's income from one follower. */
export interface FollowerIncome {
  follower_number: number
  first_followed_at: Date
  plans: number
  income_micros: Micros
  latest: Pick<SharedPlan, 'revision' | 'result_micros' | 'fee_micros' | 'fee_percent' | 'created_at'> | null
}

/** A leader's income by follower, in order of first following, after a number. System scope. */
export async function incomeOf(
  tx: Transaction,
  leader_person_id: string,
  page: { after: number; limit: number },
): Promise<FollowerIncome[]> {
  type Row = Omit<FollowerIncome, 'latest'> & {
    [Member in keyof NonNullable<FollowerIncome['latest']>]:
      | NonNullable<FollowerIncome['latest']>[Member]
      | null
  }
  const { rows } = await sql<Row>`
    select follower_number::int, first_followed_at, latest.revision, latest.result_micros, latest.fee_micros,
      latest.fee_percent, latest.created_at,
      (select count(distinct plan_id)::int from follows.mark_entries as entry
        where entry.follower_person_id = pair.follower_person_id and entry.leader_person_id = ${leader_person_id}) as plans,
      (select coalesce(sum(fee_micros), 0)::bigint from follows.mark_entries as entry
        where entry.follower_person_id = pair.follower_person_id and entry.leader_person_id = ${leader_person_id}) as income_micros
    from (
      select follower_person_id, first_followed_at,
        row_number() over (order by first_followed_at, follower_person_id) as follower_number
      from follows.pairs where leader_person_id = ${leader_person_id}
    ) as pair
    left join lateral (
      select revision, result_micros, fee_micros, fee_percent, created_at from follows.mark_entries as entry
      where entry.follower_person_id = pair.follower_person_id and entry.leader_person_id = ${leader_person_id}
      order by sequence desc limit 1
    ) as latest on true
    where follower_number > ${page.after}
    order by follower_number limit ${page.limit}`.execute(tx)
  return rows.map(({ revision, result_micros, fee_micros, fee_percent, created_at, ...income }) => ({
    ...income,
    latest:
      revision === null ||
      result_micros === null ||
      fee_micros === null ||
      fee_percent === null ||
      created_at === null
        ? null
        : { revision, result_micros, fee_micros, fee_percent, created_at },
  }))
}

/** A leader's total income from shares. System scope. */
export async function totalIncome(tx: Transaction, leader_person_id: string): Promise<Micros> {
  const { rows } = await sql<{ total_micros: Micros }>`
    select coalesce(sum(fee_micros), 0)::bigint as total_micros
    from follows.mark_entries where leader_person_id = ${leader_person_id}`.execute(tx)
  return rows[0]?.total_micros ?? 0n
}
