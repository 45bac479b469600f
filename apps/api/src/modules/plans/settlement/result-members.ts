import { least, type Micros, total } from '@adtally/money/money.ts'
import type { RelatedParties } from '../../marketplace/index.ts'
import type { Plan } from '../plans.repository.ts'
import type { PlanMoney } from '../reading/plan-money.ts'
import type { NewResult } from './results.repository.ts'
import type { Settlement, SettlementInput } from './settle.ts'

/** The settlement's input as stored in the result, so that a correction can settle again. */
export function keptInput(
  { spend, fee_micros, revenue_micros, vip_fee_percent, profit_share }: SettlementInput,
  { vip_id, leader_id }: { vip_id: string | null; leader_id: string | null },
) {
  return {
    cash_spend_micros: spend.cash_micros,
    discount_spend_micros: spend.discount_micros,
    startup_spend_micros: spend.startup_micros,
    spend_fee_micros: fee_micros,
    revenue_micros,
    vip_id,
    vip_fee_percent,
    leader_id,
    share_rate_percent: profit_share?.rate_percent ?? null,
    share_carried_loss_micros: profit_share?.carried_loss_micros ?? null,
  } satisfies Partial<NewResult>
}

/** The plan's and the payees' members of a result. */
export function resultMembers(plan: Plan, settled: Settlement) {
  return {
    plan_id: plan.plan_id,
    customer_id: plan.customer_id,
    product_id: plan.product_id,
    advertiser_id: plan.advertiser_id,
    policy_version: plan.policy_version,
    amount_micros: plan.amount_micros,
    startup_return_micros: settled.startup_return_micros,
    profit_share_micros: settled.profit_share_micros,
    customer_micros: settled.customer_micros,
    rebate_micros: settled.rebate_micros,
    platform_fee_micros: settled.fee_micros,
  } satisfies Partial<NewResult>
}

/** Spend and revenue that went to declared related parties (PRODUCT §2.10). */
export function relatedShares(
  plan: Plan,
  money: Pick<PlanMoney, 'spend_micros' | 'revenue_micros' | 'publishers'>,
  related: RelatedParties,
): { related_spend_micros: Micros; related_revenue_micros: Micros } {
  if (related.advertiser_ids.has(plan.advertiser_id) || related.customer_ids.has(plan.customer_id)) {
    return { related_spend_micros: money.spend_micros, related_revenue_micros: money.revenue_micros }
  }
  const published = total(
    [...money.publishers]
      .filter(([id]) => related.publisher_ids.has(id))
      .map(([, amount_micros]) => amount_micros),
  )
  return { related_spend_micros: least(published, money.spend_micros), related_revenue_micros: 0n }
}
