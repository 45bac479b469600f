import { type Micros, total } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { schedule } from '../../../database/jobs.ts'
import { notifyCustomer } from '../../customer-notice.ts'
import { balances, type Cause, postTransfers } from '../../ledger/index.ts'
import { relatedParties } from '../../marketplace/index.ts'
import type { Services } from '../../services.ts'
import { OWN } from '../../wallet/index.ts'
import { PROMO } from '../accounts.ts'
import type { Plan } from '../plans.repository.ts'
import { moneyOf } from '../reading/plan-money.ts'
import { minus, partsOfSpend, totalOf } from '../running/spend-parts.ts'
import {
  correctedBy,
  inputOfResult,
  insertLaterResults,
  type LaterShare,
  laterShares,
} from '../settlement/later-shares.ts'
import { keptInput, relatedShares, resultMembers } from '../settlement/result-members.ts'
import { resultNotice } from '../settlement/result-notice.ts'
import {
  insertReceivable,
  insertResult,
  type NewResult,
  type Result,
  resultsOf,
} from '../settlement/results.repository.ts'
import { type SettlementInput, settle } from '../settlement/settle.ts'
import { tellLeader } from '../settlement/tell-leader.ts'
import { WRITE_OFF_JOB, writeOffDue } from '../settlement/write-off.ts'
import {
  type Correction,
  type CorrectionInput,
  correctionOf,
  type InvalidSpend,
  type PaidConversion,
} from './correction.ts'
import type { RestoredMoney } from './restored-money.ts'

/** What turned out to be invalid in a settled plan, or is paid after all. */
export interface SettlementChange {
  cause: 'invalid' | 'owed' | 'restored'
  /** The cause of its transfers. */
  caused_by: Cause
  spend: readonly InvalidSpend[]
  reversed: readonly PaidConversion[]
  added: readonly PaidConversion[]
  /** What an appeal puts back. */
  restored?: RestoredMoney
}

/**
 * Corrects a settled, locked plan (PRODUCT §3): settles it again with what is now known, posts the differences, and
 * stores a new revision of the result. If the plan follows somebody, later plans of the same pair are corrected, too,
 * if more or less of their profit is above the high-water mark now. What can't be collected becomes a receivable.
 * Throws if the plan has no result, and `MoneyNotThere` before anything is posted if what an appeal puts back can't be paid.
 */
export async function correctSettlement(
  services: Services,
  tx: Transaction,
  plan: Plan,
  change: SettlementChange,
): Promise<Pick<Correction, 'anew'>> {
  const { sharing } = services.plans
  // Lock the mark before reading a pair's results, because corrections of the pair's other plans change them, too.
  await sharing.lock(tx, [plan.plan_id])
  const result = (await resultsOf(tx, [plan.plan_id])).get(plan.plan_id)
  if (!result) throw new RangeError(`plan ${plan.number} has no result`)
  const input = inputOfResult(plan, result)
  const unshared = changedInput(plan, input, change)
  const profit_micros = settle(unshared).profit_micros
  const carried = input.profit_share ? await sharing.revised(tx, plan.plan_id, profit_micros) : new Map()
  const changed = withCarried(unshared, carried.get(plan.plan_id))
  const later = await laterShares(tx, plan.plan_id, carried)
  const asked = {
    plan,
    leader_id: result.leader_id,
    revision: result.revision + 1,
    cause: change.caused_by,
    before: settle(input),
    after: settle(changed),
    refund: minus(input.spend, changed.spend),
    spend: change.spend,
    reversed: change.reversed,
    added: change.added,
    restored: change.restored ?? null,
    transfers: result.transfers,
    later,
  }
  const correction = correctionOf({ ...asked, free: await freeMoney(tx, asked) })
  await postTransfers(tx, correction.transfers)
  await keepReceivables(services, tx, correction)
  await insertResult(tx, await correctedResult(services, tx, plan, result, changed, change, correction))
  await insertLaterResults(services, tx, later, { kept: correction.later, caused_by: change.caused_by })
  if (result.leader_id !== null) await sharing.recordCorrected(tx, sharedResults(asked, later))
  const told = {
    spend_micros: totalOf(changed.spend),
    revenue_micros: changed.revenue_micros,
    corrected_by: change.cause,
  }
  await notifyCustomer(tx, resultNotice(services, plan, told))
  await tellLeader(services, tx, [asked, ...later])
  return { anew: correction.anew }
}

function withCarried(input: SettlementInput, carried_loss_micros: Micros | undefined): SettlementInput {
  if (!input.profit_share || carried_loss_micros === undefined) return input
  return { ...input, profit_share: { ...input.profit_share, carried_loss_micros } }
}

function sharedResults(own: Omit<CorrectionInput, 'free'>, later: readonly LaterShare[]) {
  return [own, ...later].map(({ plan: { plan_id }, revision, after }) => ({
    plan_id,
    revision,
    profit_micros: after.profit_micros,
    fee_micros: after.profit_share_micros,
    rate_percent: null,
  }))
}

/** How much can be taken from everybody who may have to return something. */
async function freeMoney(
  tx: Transaction,
  own: Omit<CorrectionInput, 'free'>,
): Promise<CorrectionInput['free']> {
  const people = [own, ...own.later].flatMap(({ plan, leader_id }) => [plan.customer_id, leader_id ?? []])
  const ids = [...new Set(people.flat())]
  const found = await balances(tx, [
    PROMO,
    OWN,
    { code: 'customer_startup', owner_id: own.plan.customer_id },
    { code: 'escrow', owner_id: own.plan.advertiser_id },
    ...ids.map((owner_id) => ({ code: 'customer_available', owner_id }) as const),
  ])
  const [promo_micros = 0n, own_micros = 0n, startup_micros = 0n, escrow_micros = 0n, ...available] = found
  return {
    promo_micros,
    own_micros,
    startup_micros,
    escrow_micros,
    customers: new Map(ids.map((id, index) => [id, available[index] ?? 0n])),
  }
}

function changedInput(plan: Plan, input: SettlementInput, change: SettlementChange): SettlementInput {
  const { spend: again = [], conversions = [] } = change.restored ?? {}
  const sum = (spend: readonly InvalidSpend[], name: 'charge_micros' | 'fee_micros') =>
    total(spend.map((one) => one[name]))
  const paid = (conversions: readonly PaidConversion[]) => total(conversions.map((one) => one.payout_micros))
  const charged = sum(change.spend, 'charge_micros') - sum(again, 'charge_micros')
  return {
    ...input,
    spend: partsOfSpend(plan, totalOf(input.spend) - charged),
    fee_micros: input.fee_micros - sum(change.spend, 'fee_micros') + sum(again, 'fee_micros'),
    revenue_micros: input.revenue_micros - paid(change.reversed) + paid(change.added) + paid(conversions),
  }
}

async function keepReceivables(
  services: Services,
  tx: Transaction,
  { uncollected }: Correction,
): Promise<void> {
  for (const { plan, revision, customer_id, creditor_customer_id, amount_micros } of uncollected) {
    const receivable_id = newId()
    await insertReceivable(tx, {
      receivable_id,
      customer_id,
      creditor_customer_id,
      plan_id: plan.plan_id,
      revision,
      advertiser_id: plan.advertiser_id,
      amount_micros,
    })
    await schedule(tx, {
      kind: WRITE_OFF_JOB,
      subject_id: receivable_id,
      due_at: writeOffDue(services.clock.now()),
    })
  }
}

async function correctedResult(
  services: Services,
  tx: Transaction,
  plan: Plan,
  result: Result,
  changed: SettlementInput,
  change: SettlementChange,
  correction: Correction,
): Promise<NewResult> {
  const spend_micros = totalOf(changed.spend)
  // Read after the postings. Once publishers are paid, spend no longer changes, and related spend stays as it was.
  const { publishers } = await moneyOf(tx, plan.plan_id)
  const shares = relatedShares(
    plan,
    { spend_micros, revenue_micros: changed.revenue_micros, publishers },
    await relatedParties(tx, result.settled_at),
  )
  const { related_spend_micros } = relatedSpend(change, result, shares)
  return {
    ...resultMembers(plan, settle(changed)),
    related_spend_micros,
    related_revenue_micros: shares.related_revenue_micros,
    revision: result.revision + 1,
    settled_at: result.settled_at,
    created_at: services.clock.now(),
    cause: change.cause,
    ...correctedBy(change.caused_by),
    ...keptInput(changed, result),
    transfers: correction.kept,
  }
}

/** Where publishers may have been paid before an appeal, what they hold no longer says what was spent with them. */
function relatedSpend(
  { spend, restored }: SettlementChange,
  result: Result,
  shares: { related_spend_micros: Micros },
): { related_spend_micros: Micros } {
  if (restored) return shares.related_spend_micros > result.related_spend_micros ? shares : result
  return spend.length > 0 ? shares : result
}
