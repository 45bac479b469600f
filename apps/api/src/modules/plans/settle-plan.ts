import { formatAmount, least, type Micros, total } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import { notifyCustomer } from '../customer-notice.ts'
import { postTransfers, type Transfer } from '../ledger/index.ts'
import { type RelatedParties, relatedParties } from '../marketplace/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { accountsOf, FEE, PROMO, planCause, planFlow } from './accounts.ts'
import { askToPayOwed } from './owed.ts'
import { moneyOf, type PlanMoney } from './plan-money.ts'
import type { Plan } from './plans.repository.ts'
import { RELEASE_PUBLISHERS_JOB } from './release-publishers.ts'
import {
  insertResult,
  type NewResult,
  openReceivables,
  reduceReceivables,
  type SettlementTransfers,
} from './results.repository.ts'
import { releaseTransfers, returnTransfers } from './return-money.ts'
import { type Receivable, repaymentsFrom, type Settlement, settle } from './settle.ts'
import { partsOfSpend } from './spend-parts.ts'
import { moveOn } from './tell.ts'

/**
 * Settles a locked plan in the caller's transaction (PRODUCT §3, "Settlement, in this order"): the pure settlement of
 * what its accounts hold, posted, with its result and the policy version kept. Publishers are paid when their hold is
 * over.
 */
export async function settlePlan(services: Services, tx: Transaction, plan: Plan): Promise<void> {
  const policy = await policies.policyVersion(services, plan.policy_version)
  const money = await moneyOf(tx, plan.plan_id)
  const spend = partsOfSpend(plan, money.spend_micros)
  const settled = settle({
    spend,
    fee_micros: money.fee_micros,
    revenue_micros: money.revenue_micros,
    platform_fee_percent: plan.platform_fee_percent,
    vip_fee_percent: null,
    profit_share: null,
  })
  const repaid = repaymentsFrom(settled.customer_micros, await openReceivables(tx, plan.customer_id))
  const paid = settlementTransfers(plan, settled, repaid)
  await postTransfers(tx, [
    ...paid.transfers,
    ...returnTransfers(plan, money.unspent, 'returned', 'settlement'),
    ...releaseTransfers(plan, money.reserved_micros, 'settlement'),
  ])
  await reduceReceivables(
    tx,
    repaid.map(({ receivable_id, amount_micros }) => ({
      reduction_id: newId(),
      receivable_id,
      customer_id: plan.customer_id,
      plan_id: plan.plan_id,
      amount_micros,
    })),
  )
  const settled_at = services.clock.now()
  await insertResult(tx, {
    ...resultMembers(plan, settled),
    ...relatedShares(plan, money, await relatedParties(tx)),
    revision: 1,
    settled_at,
    created_at: settled_at,
    cause: 'settlement',
    cash_spend_micros: spend.cash_micros,
    discount_spend_micros: spend.discount_micros,
    startup_spend_micros: spend.startup_micros,
    spend_fee_micros: money.fee_micros,
    revenue_micros: money.revenue_micros,
    transfers: paid.by_payee,
  })
  await moveOn(services, tx, [plan], 'settlement')
  const release_at = new Date(settled_at.getTime() + policy.publisher_hold_ms)
  await schedule(tx, { kind: RELEASE_PUBLISHERS_JOB, subject_id: plan.plan_id, due_at: release_at })
  await askToPayOwed(tx, plan.advertiser_id)
  await tellResult(services, tx, plan, money)
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

function settlementTransfers(plan: Plan, settled: Settlement, repaid: readonly Receivable[]) {
  const { available, unsettled, fee_unearned } = accountsOf(plan)
  const { plan_id, customer_id } = plan
  const repaid_micros = total(repaid.map(({ amount_micros }) => amount_micros))
  const post = (
    transfer: Pick<
      Extract<Transfer, { kind: 'posted' | 'pending' }>,
      'debit' | 'credit' | 'amount_micros' | 'posting' | 'flow'
    >,
  ) =>
    transfer.amount_micros === 0n
      ? []
      : [{ ...transfer, id: newId(), kind: 'posted' as const, cause: planCause(plan_id) }]
  const promo = post({
    posting: 'settlement',
    debit: unsettled,
    credit: PROMO,
    amount_micros: settled.startup_return_micros,
    flow: planFlow(plan_id, 'startup', 'virtual_recharge_deduction'),
  })
  const repayments = repaid.flatMap(({ advertiser_id, amount_micros }) => [
    ...post({
      posting: 'recovery_collected',
      debit: unsettled,
      credit: { code: 'escrow', owner_id: advertiser_id },
      amount_micros,
      flow: planFlow(plan_id, 'repaid', 'system_chargeback'),
    }),
    ...post({
      posting: 'recovery_collected',
      debit: { code: 'recovery', owner_id: customer_id },
      credit: { code: 'receivable', owner_id: customer_id },
      amount_micros,
    }),
  ])
  const customer = post({
    posting: 'settlement',
    debit: unsettled,
    credit: available,
    amount_micros: settled.customer_micros - repaid_micros,
    flow: planFlow(plan_id, 'settled', 'ad_billing'),
  })
  const rebate = post({
    posting: 'settlement',
    debit: fee_unearned,
    credit: available,
    amount_micros: settled.rebate_micros,
    flow: planFlow(plan_id, 'rebate', 'ad_billing'),
  })
  const fee = post({
    posting: 'settlement',
    debit: fee_unearned,
    credit: FEE,
    amount_micros: settled.fee_micros,
  })
  const by_payee: SettlementTransfers = { promo, leader: [], customer, fee, rebate }
  return { transfers: [...promo, ...repayments, ...customer, ...fee, ...rebate], by_payee: kept(by_payee) }
}

function kept(by_payee: SettlementTransfers): SettlementTransfers {
  const short = (list: SettlementTransfers['fee']) =>
    list.map(({ id, amount_micros }) => ({ id, amount_micros }))
  return {
    promo: short(by_payee.promo),
    leader: short(by_payee.leader),
    customer: short(by_payee.customer),
    fee: short(by_payee.fee),
    rebate: short(by_payee.rebate),
  }
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
  result: { spend_micros: Micros; revenue_micros: Micros; corrected_by?: 'invalid' | 'owed' },
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
