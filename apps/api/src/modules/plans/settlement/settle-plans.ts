import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { scheduleAll } from '../../../database/jobs.ts'
import { type CustomerNotice, notifyCustomers } from '../../customer-notice.ts'
import { postTransfers } from '../../ledger/index.ts'
import { type RelatedParties, relatedParties } from '../../marketplace/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import type { Plan } from '../plans.repository.ts'
import { releaseTransfers, returnTransfers } from '../running/return-money.ts'
import { moveOn } from '../tell.ts'
import { askToPayOwed } from './owed.ts'
import { RELEASE_PUBLISHERS_JOB } from './release-publishers.ts'
import { keptInput, relatedShares, resultMembers } from './result-members.ts'
import { resultNotice } from './result-notice.ts'
import { insertResults, type NewResult, reduceReceivables } from './results.repository.ts'
import { type SettledPlan, settledPlans } from './settled-plans.ts'
import { settlementTransfers } from './settlement-transfers.ts'

/**
 * Settles locked plans in the caller's transaction (PRODUCT §3, "Settlement, in this order"), with the same results
 * as one after the other in the order given: computes each settlement from the plan's accounts, posts it, and stores
 * the result and policy version. Publishers are paid when their hold ends. At most one plan per mark. Each query and
 * write covers all plans.
 */
export async function settlePlans(
  services: Services,
  tx: Transaction,
  plans: readonly Plan[],
): Promise<void> {
  const settled_at = services.clock.now()
  const settled = await settledPlans(services, tx, plans, settled_at)
  const paid = settled.map((one) => ({
    ...one,
    ...settlementTransfers(one.plan, one.settlement, one.share?.leader_id ?? null, one.repaid),
  }))
  const returned = settled.map(({ plan, money }) => ({ plan, parts: money.unspent }))
  await postTransfers(tx, [
    ...paid.flatMap(({ transfers }) => transfers),
    ...(await returnTransfers(tx, returned, 'settlement')),
    ...settled.flatMap(({ plan, money }) => releaseTransfers(plan, money.reserved_micros, 'settlement')),
  ])
  await reduceReceivables(tx, settled.flatMap(reductionsOf))
  const related = await relatedParties(tx)
  await insertResults(
    tx,
    paid.map((one) => firstResult(one, related, settled_at)),
  )
  await countTowardsMarks(services, tx, settled)
  // The same moment as the results', because the proof of the books compares them.
  await moveOn(services, tx, plans, 'settlement', null, settled_at)
  await scheduleReleases(services, tx, plans, settled_at)
  await askToPayOwed(
    tx,
    plans.map(({ advertiser_id }) => advertiser_id),
  )
  await notifyCustomers(
    tx,
    settled.flatMap((one) => noticesOf(services, one)),
  )
}

function firstResult(
  {
    plan,
    money,
    input,
    settlement,
    share,
    vip,
    by_payee,
  }: SettledPlan & Pick<ReturnType<typeof settlementTransfers>, 'by_payee'>,
  related: RelatedParties,
  settled_at: Date,
): NewResult {
  return {
    ...resultMembers(plan, settlement),
    ...relatedShares(plan, money, related),
    ...keptInput(input, { vip_id: vip?.vip_id ?? null, leader_id: share?.leader_id ?? null }),
    revision: 1,
    settled_at,
    created_at: settled_at,
    cause: 'settlement',
    verdict_id: null,
    conversion_id: null,
    restoration_id: null,
    transfers: by_payee,
  }
}

function reductionsOf({ plan: { customer_id, plan_id }, repaid }: SettledPlan) {
  return repaid.map(({ receivable_id, amount_micros }) => ({
    reduction_id: newId(),
    receivable_id,
    customer_id,
    plan_id,
    amount_micros,
  }))
}

/** Counts followed plans' first results towards their marks, even if no share is due. */
async function countTowardsMarks(
  services: Services,
  tx: Transaction,
  settled: readonly SettledPlan[],
): Promise<void> {
  const results = settled.flatMap(({ plan: { plan_id }, settlement, share }) =>
    share
      ? {
          plan_id,
          revision: 1,
          profit_micros: settlement.profit_micros,
          fee_micros: settlement.profit_share_micros,
          rate_percent: share.rate_percent,
        }
      : [],
  )
  if (results.length > 0) await services.plans.sharing.record(tx, results)
}

async function scheduleReleases(
  services: Services,
  tx: Transaction,
  plans: readonly Plan[],
  settled_at: Date,
): Promise<void> {
  const jobs: { subject_id: string; due_at: Date }[] = []
  for (const { plan_id, policy_version } of plans) {
    const { publisher_hold_ms } = await policies.policyVersion(services, policy_version)
    jobs.push({ subject_id: plan_id, due_at: new Date(settled_at.getTime() + publisher_hold_ms) })
  }
  await scheduleAll(tx, RELEASE_PUBLISHERS_JOB, jobs)
}

/** The leader is told of income, the customer of the plan's result. */
function noticesOf(services: Services, { plan, money, settlement, share }: SettledPlan): CustomerNotice[] {
  const own = resultNotice(services, plan, money)
  const fee_micros = settlement.profit_share_micros
  if (!share || fee_micros === 0n) return [own]
  const income: CustomerNotice = {
    customer_id: share.leader_id,
    category: 'activity',
    message: 'profit_shared',
    values: { amount: formatAmount(fee_micros), currency: services.settings.currency },
    subject_kind: 'follow',
    subject_id: null,
  }
  return [income, own]
}
