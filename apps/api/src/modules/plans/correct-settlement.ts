import { type Micros, total } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import { balances, postTransfers } from '../ledger/index.ts'
import { relatedParties } from '../marketplace/index.ts'
import type { Services } from '../services.ts'
import { OWN } from '../wallet/index.ts'
import { accountsOf, PROMO, planCause } from './accounts.ts'
import { type Correction, correctionOf, type InvalidSpend } from './correction.ts'
import { moneyOf } from './plan-money.ts'
import type { Plan } from './plans.repository.ts'
import {
  insertReceivable,
  insertResult,
  type NewResult,
  type Result,
  resultsOf,
} from './results.repository.ts'
import { type SettlementInput, settle } from './settle.ts'
import { relatedShares, resultMembers, tellResult } from './settle-plan.ts'
import { minus, partsOfSpend, totalOf } from './spend-parts.ts'
import { WRITE_OFF_JOB, writeOffDue } from './write-off.ts'

/** A conversion with what it paid. */
export interface PaidConversion {
  conversion_id: string
  payout_micros: Micros
}

/** What a settled plan turned out not to have, or to have earned after all. */
export interface SettlementChange {
  cause: 'invalid' | 'owed'
  /** What its transfers are caused by; the plan itself where left out. */
  caused_by?: { kind: string; id: string }
  spend: readonly InvalidSpend[]
  reversed: readonly PaidConversion[]
  added: readonly PaidConversion[]
}

/** What a settled plan's settlement depends on, as its result keeps it. */
function inputOf(plan: Plan, result: Result): SettlementInput {
  return {
    spend: {
      cash_micros: result.cash_spend_micros,
      discount_micros: result.discount_spend_micros,
      startup_micros: result.startup_spend_micros,
    },
    fee_micros: result.spend_fee_micros,
    revenue_micros: result.revenue_micros,
    platform_fee_percent: plan.platform_fee_percent,
    vip_fee_percent: null,
    profit_share: null,
  }
}

/**
 * Corrects a settled, locked plan (PRODUCT §3): the settlement is computed again with what is now known, the
 * differences are posted, and a new revision of the result stands in for the old. What the customer's cash does not
 * cover is kept as a receivable. Throws where nothing is settled.
 */
export async function correctSettlement(
  services: Services,
  tx: Transaction,
  plan: Plan,
  change: SettlementChange,
): Promise<void> {
  const result = (await resultsOf(tx, [plan.plan_id])).get(plan.plan_id)
  if (!result) throw new RangeError(`plan ${plan.number} has no result`)
  const input = inputOf(plan, result)
  const changed = changedInput(plan, input, change)
  const [available, promo, own] = await balances(tx, [accountsOf(plan).available, PROMO, OWN])
  const correction = correctionOf({
    plan,
    revision: result.revision + 1,
    cause: change.caused_by ?? planCause(plan.plan_id),
    before: settle(input),
    after: settle(changed),
    refund: minus(input.spend, changed.spend),
    spend: change.spend,
    reversed: change.reversed,
    added: change.added,
    transfers: result.transfers,
    free: {
      available_micros: available?.free_micros ?? 0n,
      promo_micros: promo?.free_micros ?? 0n,
      own_micros: own?.free_micros ?? 0n,
    },
  })
  await postTransfers(tx, correction.transfers)
  await keepReceivable(services, tx, plan, correction)
  await insertResult(tx, await correctedResult(services, tx, plan, result, changed, change, correction))
  await tellResult(services, tx, plan, {
    spend_micros: totalOf(changed.spend),
    revenue_micros: changed.revenue_micros,
    corrected_by: change.cause,
  })
}

function changedInput(plan: Plan, input: SettlementInput, change: SettlementChange): SettlementInput {
  const charged = total(change.spend.map(({ charge_micros }) => charge_micros))
  const taken = total(change.reversed.map(({ payout_micros }) => payout_micros))
  const added = total(change.added.map(({ payout_micros }) => payout_micros))
  return {
    ...input,
    spend: partsOfSpend(plan, totalOf(input.spend) - charged),
    fee_micros: input.fee_micros - total(change.spend.map(({ fee_micros }) => fee_micros)),
    revenue_micros: input.revenue_micros - taken + added,
  }
}

async function keepReceivable(
  services: Services,
  tx: Transaction,
  { plan_id, customer_id, advertiser_id }: Plan,
  { uncollected_micros }: Correction,
): Promise<void> {
  if (uncollected_micros === 0n) return
  const receivable_id = newId()
  await insertReceivable(tx, {
    receivable_id,
    customer_id,
    plan_id,
    advertiser_id,
    amount_micros: uncollected_micros,
  })
  await schedule(tx, {
    kind: WRITE_OFF_JOB,
    subject_id: receivable_id,
    due_at: writeOffDue(services.clock.now()),
  })
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
  // Read after the postings; once publishers are paid nothing of the spend changes, so what was related stays so.
  const { publishers } = await moneyOf(tx, plan.plan_id)
  const shares = relatedShares(
    plan,
    { spend_micros, revenue_micros: changed.revenue_micros, publishers },
    await relatedParties(tx),
  )
  return {
    ...resultMembers(plan, settle(changed)),
    related_spend_micros: change.spend.length > 0 ? shares.related_spend_micros : result.related_spend_micros,
    related_revenue_micros: shares.related_revenue_micros,
    revision: result.revision + 1,
    settled_at: result.settled_at,
    created_at: services.clock.now(),
    cause: change.cause,
    cash_spend_micros: changed.spend.cash_micros,
    discount_spend_micros: changed.spend.discount_micros,
    startup_spend_micros: changed.spend.startup_micros,
    spend_fee_micros: changed.fee_micros,
    revenue_micros: changed.revenue_micros,
    transfers: correction.kept,
  }
}
