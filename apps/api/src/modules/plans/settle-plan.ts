import { formatAmount, least, type Micros, total } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import { notifyCustomer } from '../customer-notice.ts'
import { postTransfers } from '../ledger/index.ts'
import { type RelatedParties, relatedParties } from '../marketplace/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { askToPayOwed } from './owed.ts'
import { moneyOf, type PlanMoney } from './plan-money.ts'
import type { Plan } from './plans.repository.ts'
import { RELEASE_PUBLISHERS_JOB } from './release-publishers.ts'
import { insertResult, type NewResult, openReceivables, reduceReceivables } from './results.repository.ts'
import { releaseTransfers, returnTransfers } from './return-money.ts'
import { type Receivable, repaymentsFrom, type Settlement, type SettlementInput, settle } from './settle.ts'
import type { RebateTerms, ShareTerms } from './settlement-terms.ts'
import { settlementTransfers } from './settlement-transfers.ts'
import { partsOfSpend } from './spend-parts.ts'
import { moveOn } from './tell.ts'

/**
 * Settles a locked plan in the caller's transaction (PRODUCT §3, "Settlement, in this order"): the pure settlement of
 * what its accounts hold, posted, with its result and the policy version kept. Publishers are paid when their hold is
 * over. What it owes a leader and a VIP's lower share are asked for first, because both are locked before any account.
 */
export async function settlePlan(services: Services, tx: Transaction, plan: Plan): Promise<void> {
  const { sharing, rebates } = services.plans
  const policy = await policies.policyVersion(services, plan.policy_version)
  const settled_at = services.clock.now()
  const share = await sharing.termsOf(tx, plan)
  const vip = await rebates(tx, plan.customer_id, settled_at)
  const money = await moneyOf(tx, plan.plan_id)
  const input = inputOf(plan, money, share, vip)
  const settled = settle(input)
  const repaid = repaymentsFrom(settled.customer_micros, await openReceivables(tx, plan.customer_id))
  const paid = settlementTransfers(plan, settled, share?.leader_id ?? null, repaid)
  await postTransfers(tx, [
    ...paid.transfers,
    ...(await returnTransfers(tx, [{ plan, parts: money.unspent }], 'settlement')),
    ...releaseTransfers(plan, money.reserved_micros, 'settlement'),
  ])
  await reduceReceivables(tx, reductionsOf(plan, repaid))
  await insertResult(tx, {
    ...resultMembers(plan, settled),
    ...relatedShares(plan, money, await relatedParties(tx)),
    ...keptInput(input, { vip_id: vip?.vip_id ?? null, leader_id: share?.leader_id ?? null }),
    revision: 1,
    settled_at,
    created_at: settled_at,
    cause: 'settlement',
    verdict_id: null,
    transfers: paid.by_payee,
  })
  await shareResult(services, tx, plan, settled, share)
  await moveOn(services, tx, [plan], 'settlement')
  const release_at = new Date(settled_at.getTime() + policy.publisher_hold_ms)
  await schedule(tx, { kind: RELEASE_PUBLISHERS_JOB, subject_id: plan.plan_id, due_at: release_at })
  await askToPayOwed(tx, plan.advertiser_id)
  await tellResult(services, tx, plan, money)
}

function inputOf(
  plan: Plan,
  money: PlanMoney,
  share: ShareTerms | null,
  vip: RebateTerms | null,
): SettlementInput {
  return {
    spend: partsOfSpend(plan, money.spend_micros),
    fee_micros: money.fee_micros,
    revenue_micros: money.revenue_micros,
    platform_fee_percent: plan.platform_fee_percent,
    vip_fee_percent: vip?.fee_percent ?? null,
    profit_share: share && {
      rate_percent: share.rate_percent,
      carried_loss_micros: share.carried_loss_micros,
    },
  }
}

/** What a result keeps of its settlement's input, so that a correction can run it again. */
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

/** Counts a followed plan's first result towards the mark, also where nothing is due, and tells the leader of income. */
async function shareResult(
  services: Services,
  tx: Transaction,
  { plan_id }: Plan,
  { profit_micros, profit_share_micros: fee_micros }: Settlement,
  share: ShareTerms | null,
): Promise<void> {
  if (!share) return
  await services.plans.sharing.record(tx, [
    { plan_id, revision: 1, profit_micros, fee_micros, rate_percent: share.rate_percent },
  ])
  if (fee_micros === 0n) return
  await notifyCustomer(tx, {
    customer_id: share.leader_id,
    category: 'activity',
    message: 'profit_shared',
    values: { amount: formatAmount(fee_micros), currency: services.settings.currency },
    subject_kind: 'follow',
    subject_id: null,
  })
}

function reductionsOf({ customer_id, plan_id }: Plan, repaid: readonly Receivable[]) {
  return repaid.map(({ receivable_id, amount_micros }) => ({
    reduction_id: newId(),
    receivable_id,
    customer_id,
    plan_id,
    amount_micros,
  }))
}

/** What a result keeps of the plan and of who got what. */
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

/** What of spend and revenue went to declared parties (PRODUCT §2.10). */
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

/** Tells the customer what a plan came to: `plan_settled`, or `plan_corrected` and why. */
export async function tellResult(
  services: Services,
  tx: Transaction,
  plan: Plan,
  result: { spend_micros: Micros; revenue_micros: Micros; corrected_by?: 'invalid' | 'owed' | 'share' },
): Promise<void> {
  const { spend_micros, revenue_micros, corrected_by } = result
  await notifyCustomer(tx, {
    customer_id: plan.customer_id,
    category: 'activity',
    message: corrected_by ? 'plan_corrected' : 'plan_settled',
    values: {
      number: plan.number,
      currency: services.settings.currency,
      cause: corrected_by ?? '',
      spend: formatAmount(spend_micros),
      revenue: formatAmount(revenue_micros),
      profit: formatAmount(revenue_micros - spend_micros),
    },
    subject_kind: 'plan',
    subject_id: plan.plan_id,
  })
}
