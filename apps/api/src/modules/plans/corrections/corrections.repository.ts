import type { CorrectionCause } from '@adtally/contract/plans/corrections.ts'
import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'

/** One correction of a settled plan: the changes of both legs against the previous revision. */
export interface CorrectionRow {
  revision: number
  cause: CorrectionCause
  verdict_id: string | null
  created_at: Date
  spend_micros: Micros
  revenue_micros: Micros
  customer_micros: Micros
  startup_return_micros: Micros
  profit_share_micros: Micros
  rebate_micros: Micros
  platform_fee_micros: Micros
  profit_micros: Micros
  /** What the customer could not return at the time. */
  owed_micros: Micros
}

/** A plan's corrections, newest first, optionally before one; as differences to the previous revision. */
export async function correctionsOf(
  tx: Transaction,
  plan_id: string,
  page: { before: number | null; limit: number },
): Promise<CorrectionRow[]> {
  const { rows } = await sql<CorrectionRow>`
    select later.revision, later.cause, later.verdict_id, later.created_at, later.profit_micros,
      later.spend_micros - earlier.spend_micros as spend_micros,
      later.revenue_micros - earlier.revenue_micros as revenue_micros,
      later.customer_micros - earlier.customer_micros as customer_micros,
      later.startup_return_micros - earlier.startup_return_micros as startup_return_micros,
      later.profit_share_micros - earlier.profit_share_micros as profit_share_micros,
      later.rebate_micros - earlier.rebate_micros as rebate_micros,
      later.platform_fee_micros - earlier.platform_fee_micros as platform_fee_micros,
      (select coalesce(sum(amount_micros), 0)::bigint from plans.receivables as owed
        where owed.plan_id = later.plan_id and owed.revision = later.revision
          and owed.customer_id = later.customer_id) as owed_micros
    from plans.results as later
    join plans.results as earlier on earlier.plan_id = later.plan_id and earlier.revision = later.revision - 1
    where later.plan_id = ${plan_id} and (${page.before}::smallint is null or later.revision < ${page.before})
    order by later.revision desc limit ${page.limit}`.execute(tx)
  return rows
}

/** The verdict that caused a revision of a plan's result; null if none did. */
export async function verdictOf(tx: Transaction, plan_id: string, revision: number): Promise<string | null> {
  const row = await tx
    .selectFrom('plans.results')
    .select('verdict_id')
    .where('plan_id', '=', plan_id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row?.verdict_id ?? null
}

/** Plans that settled with a profit, or with a loss, and their chargebacks. */
export interface ChargebackSums {
  is_loser: boolean
  settled_plans: bigint
  corrected_plans: bigint
  spend_returned_micros: Micros
  revenue_reversed_micros: Micros
}

/**
 * What was found invalid after settlement since a time, less what appeals put back, by how the plans had first settled.
 */
export async function chargebackSums(tx: Transaction, since: Date): Promise<ChargebackSums[]> {
  const { rows } = await sql<ChargebackSums>`
    with settled as (
      select plan_id, profit_micros < 0 as is_loser from plans.results
      where revision = 1 and settled_at > ${since}
    ),
    corrected as (
      select later.plan_id, sum(earlier.spend_micros - later.spend_micros) as spend,
        sum(earlier.revenue_micros - later.revenue_micros) as revenue
      from plans.results as later
      join plans.results as earlier on earlier.plan_id = later.plan_id and earlier.revision = later.revision - 1
      where later.cause in ('invalid', 'restored') and later.created_at > ${since}
      group by later.plan_id
    )
    select is_loser, count(*) as settled_plans, count(corrected.plan_id) as corrected_plans,
      coalesce(sum(spend), 0)::bigint as spend_returned_micros,
      coalesce(sum(revenue), 0)::bigint as revenue_reversed_micros
    from settled left join corrected using (plan_id)
    group by is_loser`.execute(tx)
  return rows
}
