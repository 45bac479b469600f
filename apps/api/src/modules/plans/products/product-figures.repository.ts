import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { resultsIn } from './loss-record.repository.ts'

/** Sums over all settled plans. */
export interface SettledSums {
  settled_plans: bigint
  losing_plans: bigint
  impressions: bigint
  clicks: bigint
  conversions: bigint
  spend_micros: Micros
}

export interface ProductSums extends SettledSums {
  product_id: string
  advertiser_id: string
}

/**
 * Sums of every product with plans settled from `since` until `until`, by their current results; `delivered` is a
 * query of valid impressions, clicks and conversions by plan. Reads one row per settled plan, however much it
 * delivered. System scope.
 */
export async function productSums(
  tx: Transaction,
  delivered: RawBuilder<unknown>,
  since: Date,
  until: Date,
): Promise<ProductSums[]> {
  const { rows } = await sql<ProductSums>`
    select
      product_id, advertiser_id,
      count(*) as settled_plans,
      count(*) filter (where result_micros < 0) as losing_plans,
      coalesce(sum(impressions), 0)::bigint as impressions,
      coalesce(sum(clicks), 0)::bigint as clicks,
      coalesce(sum(conversions), 0)::bigint as conversions,
      sum(spend_micros)::bigint as spend_micros
    from (${resultsIn('platform', since, until)}) as settled
    left join (${delivered}) as delivered using (plan_id)
    group by product_id, advertiser_id`.execute(tx)
  return rows
}
