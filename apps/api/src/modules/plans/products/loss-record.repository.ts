import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { RelatedAdvertiser } from '../../marketplace/index.ts'

/** Sums and percentiles of settled plans; results in tenths of a percent of the amount placed. */
export interface SettledFigures {
  settled_plans: bigint
  losing_plans: bigint
  amount_micros: Micros
  /** The losses of losing plans. */
  lost_micros: Micros
  spend_micros: Micros
  related_spend_micros: Micros
  quartile_1_permille: bigint | null
  median_permille: bigint | null
  quartile_3_permille: bigint | null
  quartile_1_by_amount_permille: bigint | null
  median_by_amount_permille: bigint | null
  quartile_3_by_amount_permille: bigint | null
}

/** Whose settled plans count; `without` leaves out plans on related advertisers' products. */
export type RecordScope =
  | { product_id: string }
  | { advertiser_id: string }
  | { customer_id: string; without: readonly RelatedAdvertiser[] }
  | 'platform'

/**
 * Figures of plans settled from `since` until `until`, by their current results. A percentile is an actual plan's
 * result (the lower of two); weighted by amount, it is the one at which a quarter, half or three quarters of all
 * money placed is reached.
 */
export async function settledFigures(
  tx: Transaction,
  scope: RecordScope,
  since: Date,
  until: Date,
): Promise<SettledFigures> {
  const { rows } = await sql<SettledFigures>`
    with settled as (
      select amount_micros, result_micros, spend_micros, related_spend_micros,
        round(result_micros * 1000.0 / amount_micros)::bigint as permille
      from (${resultsIn(scope, since, until)}) as result
    ),
    ranked as (
      select permille, sum(amount_micros) over (order by permille, amount_micros rows unbounded preceding) as reached,
        sum(amount_micros) over () as whole
      from settled
    )
    select
      count(*) as settled_plans,
      count(*) filter (where result_micros < 0) as losing_plans,
      coalesce(sum(amount_micros), 0)::bigint as amount_micros,
      coalesce(-sum(result_micros) filter (where result_micros < 0), 0)::bigint as lost_micros,
      coalesce(sum(spend_micros), 0)::bigint as spend_micros,
      coalesce(sum(related_spend_micros), 0)::bigint as related_spend_micros,
      percentile_disc(0.25) within group (order by permille) as quartile_1_permille,
      percentile_disc(0.5) within group (order by permille) as median_permille,
      percentile_disc(0.75) within group (order by permille) as quartile_3_permille,
      (select min(permille) from ranked where reached * 4 >= whole) as quartile_1_by_amount_permille,
      (select min(permille) from ranked where reached * 2 >= whole) as median_by_amount_permille,
      (select min(permille) from ranked where reached * 4 >= whole * 3) as quartile_3_by_amount_permille
    from settled`.execute(tx)
  const [figures] = rows
  if (!figures) throw new RangeError('The query of settled figures answered no row')
  return figures
}

/** The month with the worst total result; null if nothing has settled. */
export async function worstMonth(
  tx: Transaction,
  scope: RecordScope,
  since: Date,
  until: Date,
): Promise<{ month: string; permille: bigint } | null> {
  const { rows } = await sql<{ month: string; permille: bigint }>`
    select
      to_char(settled_at at time zone 'UTC', 'YYYY-MM') as month,
      round(sum(result_micros) * 1000.0 / sum(amount_micros))::bigint as permille
    from (${resultsIn(scope, since, until)}) as result
    group by month order by sum(result_micros) * 1000.0 / sum(amount_micros), month limit 1`.execute(tx)
  return rows[0] ?? null
}

/** A query of the current results of plans settled in a period, net of all costs including a leader's share. */
export function resultsIn(scope: RecordScope, since: Date, until: Date): RawBuilder<unknown> {
  return sql`select plan_id, product_id, advertiser_id, amount_micros, spend_micros, related_spend_micros, settled_at,
      profit_micros - profit_share_micros as result_micros
    from plans.results as result
    where ${conditionOf(scope)} and settled_at > ${since} and settled_at <= ${until} and not exists (
      select from plans.results as later where later.plan_id = result.plan_id and later.revision > result.revision)`
}

function conditionOf(scope: RecordScope): RawBuilder<unknown> {
  if (scope === 'platform') return sql`true`
  if ('product_id' in scope) return sql`product_id = ${scope.product_id}`
  if ('advertiser_id' in scope) return sql`advertiser_id = ${scope.advertiser_id}`
  const { customer_id, without } = scope
  return sql`customer_id = ${customer_id} and not exists (
    select from unnest(
      ${without.map(({ advertiser_id }) => advertiser_id)}::uuid[],
      ${without.map(({ ended_at }) => ended_at)}::timestamptz[]
    ) as related (advertiser_id, ended_at)
    where related.advertiser_id = result.advertiser_id and (related.ended_at is null or settled_at <= related.ended_at))`
}
