import type { Transaction } from '../../database/database.ts'
import { cancelJobs, lockDueJobs, scheduleAll } from '../../database/jobs.ts'
import { postTransfers } from '../ledger/index.ts'
import { relatedParties } from '../marketplace/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { deadlineOf } from './deadline.ts'
import { askToPayOwed } from './owed.ts'
import { moneyOfPlans, type PlanMoney } from './plan-money.ts'
import { changeStatus, lockFreePlans, type Plan } from './plans.repository.ts'
import { RELEASE_PUBLISHERS_JOB } from './release-publishers.ts'
import { customersOwing, insertResults } from './results.repository.ts'
import { releaseTransfers, returnTransfers } from './return-money.ts'
import { type SettlementInput, settle } from './settle.ts'
import { keptInput, relatedShares, resultMembers, settlePlan, tellResult } from './settle-plan.ts'
import { settlementTransfers } from './settlement-transfers.ts'
import { partsOfSpend } from './spend-parts.ts'
import { PLAN_DUE_JOB } from './tell.ts'

const AT_ONCE_MAX = 250

/**
 * Settles a locked plan whose time has come. Where nothing but its own accounts decides (it follows nobody, its customer is
 * no VIP and owes nothing), others like it that are due, too, settle in the same transaction, which costs each of them a
 * small part of one of its own. What comes of it is the same as one by one.
 */
export async function settleDue(services: Services, tx: Transaction, plan: Plan): Promise<void> {
  const [alone] = await plainAmong(services, tx, [plan])
  if (!alone) return await settlePlan(services, tx, plan)
  const others = await plainAmong(services, tx, await othersDue(services, tx))
  if (others.length === 0) return await settlePlan(services, tx, plan)
  await settlePlain(services, tx, [plan, ...others])
}

/** Other plans that may settle now, locked with their jobs; whatever somebody else holds is passed over. */
async function othersDue(services: Services, tx: Transaction): Promise<Plan[]> {
  const ids = await lockDueJobs(tx, PLAN_DUE_JOB, AT_ONCE_MAX)
  const waiting = await lockFreePlans(tx, ids, 'waitSettle')
  const { gate } = services.plans
  if (waiting.length === 0 || !gate.settleable) return []
  const ready = await gate.settleable(
    tx,
    waiting.map(({ plan_id }) => plan_id),
  )
  const now = services.clock.now()
  const due: Plan[] = []
  for (const plan of waiting) {
    const deadline = deadlineOf(plan, await policies.policyVersion(services, plan.policy_version))
    if (deadline?.trigger !== 'settlement' || now < deadline.due_at) continue
    if (ready.has(plan.plan_id) || now >= deadline.latest_at) due.push(plan)
  }
  return due
}

/** Those of locked plans whose settlement depends on their own accounts alone. */
async function plainAmong(services: Services, tx: Transaction, plans: readonly Plan[]): Promise<Plan[]> {
  if (plans.length === 0) return []
  const { sharing, rebates } = services.plans
  const followed = await sharing.followed(
    tx,
    plans.map(({ plan_id }) => plan_id),
  )
  const own = plans.filter(({ plan_id }) => !followed.has(plan_id))
  const customer_ids = [...new Set(own.map(({ customer_id }) => customer_id))].toSorted()
  const left_out = await customersOwing(tx, customer_ids)
  const now = services.clock.now()
  for (const customer_id of customer_ids) {
    if (!left_out.has(customer_id) && (await rebates(tx, customer_id, now))) left_out.add(customer_id)
  }
  return own.filter(({ customer_id }) => !left_out.has(customer_id))
}

async function settlePlain(services: Services, tx: Transaction, plans: readonly Plan[]): Promise<void> {
  const settled_at = services.clock.now()
  const plan_ids = plans.map(({ plan_id }) => plan_id)
  const money = await moneyOfPlans(tx, plan_ids)
  const related = await relatedParties(tx)
  const settled = plans.flatMap((plan) => {
    const held = money.get(plan.plan_id)
    return held ? [settledPlain(plan, held)] : []
  })
  const returned = settled.map(({ plan, held }) => ({ plan, parts: held.unspent }))
  await postTransfers(tx, [
    ...settled.flatMap(({ paid }) => paid.transfers),
    ...(await returnTransfers(tx, returned, 'settlement')),
    ...settled.flatMap(({ plan, held }) => releaseTransfers(plan, held.reserved_micros, 'settlement')),
  ])
  await insertResults(
    tx,
    settled.map(({ plan, held, members, paid }) => ({
      ...members,
      ...relatedShares(plan, held, related),
      revision: 1,
      settled_at,
      created_at: settled_at,
      cause: 'settlement',
      transfers: paid.by_payee,
    })),
  )
  await changeStatus(tx, plans, 'settlement', settled_at)
  await cancelJobs(tx, PLAN_DUE_JOB, plan_ids)
  await scheduleReleases(services, tx, plans, settled_at)
  for (const advertiser_id of new Set(plans.map((plan) => plan.advertiser_id))) {
    await askToPayOwed(tx, advertiser_id)
  }
  for (const { plan, held } of settled) await tellResult(services, tx, plan, held)
}

function settledPlain(plan: Plan, held: PlanMoney) {
  const input: SettlementInput = {
    spend: partsOfSpend(plan, held.spend_micros),
    fee_micros: held.fee_micros,
    revenue_micros: held.revenue_micros,
    platform_fee_percent: plan.platform_fee_percent,
    vip_fee_percent: null,
    profit_share: null,
  }
  const settled = settle(input)
  const kept = keptInput(input, { vip_id: null, leader_id: null })
  return {
    plan,
    held,
    members: { ...resultMembers(plan, settled), ...kept },
    paid: settlementTransfers(plan, settled, null, []),
  }
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
