import { newId } from '../../../database/identifiers.ts'
import type { TestServices } from '../../../testing/servers/test-services.ts'

export interface Settled {
  amount_micros: bigint
  spend_micros: bigint
  revenue_micros: bigint
  /** The leader's share; first drop the constraint if a test needs any other than the rule's. */
  profit_share_micros?: bigint
}

/** The product and advertiser of planted plans. */
export interface Circle {
  product_id: string
  advertiser_id: string
}

/**
 * Plants settled plans as the schema's owner, because settling thousands for real would take minutes; answers their
 * ids. By default they settled a little earlier, because the process's clock follows the database's and may be set
 * back by milliseconds.
 */
export async function plantSettled(
  t: TestServices,
  customer_id: string,
  circle: Circle,
  plans: readonly Settled[],
  settled_at = new Date(t.services.clock.now_ms() - 60_000),
): Promise<string[]> {
  const plan_ids = plans.map(() => newId())
  await t.db.asOwner(
    `insert into plans.plans (plan_id, number, customer_id, product_id, advertiser_id, cash_micros, discount_micros,
       startup_micros, payout_micros, conversion_cap, platform_fee_percent, conversion_window_ms, policy_version,
       matched_at_once, created_at, ends_at, time_zone, status, status_trigger, status_at)
     select plan_id, 'P-' || plan_id, $2, $3, $4, amount, 0, 0, 1, 1, 20, 1, 1, false, $5, $5::timestamptz + interval '1 day',
       'UTC', 'waitPut', 'placed', $5
     from unnest($1::uuid[], $6::bigint[]) as planted (plan_id, amount)`,
    [
      plan_ids,
      customer_id,
      circle.product_id,
      circle.advertiser_id,
      settled_at,
      plans.map(({ amount_micros }) => amount_micros),
    ],
  )
  await plantRevision(t, customer_id, circle, plan_ids, plans, settled_at, 1)
  return plan_ids
}

/** Plants a result for each of these plans; a later revision replaces the one before. */
export async function plantRevision(
  t: TestServices,
  customer_id: string,
  { product_id, advertiser_id }: Circle,
  plan_ids: readonly string[],
  plans: readonly Settled[],
  settled_at: Date,
  revision: number,
): Promise<void> {
  await t.db.asOwner(
    `insert into plans.results (plan_id, revision, customer_id, product_id, advertiser_id, settled_at, created_at, cause,
       policy_version, amount_micros, cash_spend_micros, discount_spend_micros, startup_spend_micros, spend_fee_micros,
       revenue_micros, startup_return_micros, profit_share_micros, customer_micros, rebate_micros, platform_fee_micros,
       related_spend_micros, related_revenue_micros, transfers, leader_id, share_rate_percent,
       share_carried_loss_micros, conversion_id)
     select plan_id, $7::integer, $2, $3, $4, $5, $5, case $7::integer when 1 then 'settlement' else 'owed' end, 1, amount, spend, 0, 0, 0, revenue, 0, share,
       revenue - share, 0, 0, spend / 4, 0, '{}', $11, 20, 0, case when $7::integer > 1 then plan_id end
     from unnest($1::uuid[], $6::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
       as planted (plan_id, amount, spend, revenue, share)`,
    [
      plan_ids,
      customer_id,
      product_id,
      advertiser_id,
      settled_at,
      plans.map(({ amount_micros }) => amount_micros),
      revision,
      plans.map(({ spend_micros }) => spend_micros),
      plans.map(({ revenue_micros }) => revenue_micros),
      plans.map(({ profit_share_micros }) => profit_share_micros ?? 0n),
      newId(),
    ],
  )
}
