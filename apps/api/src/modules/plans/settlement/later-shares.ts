import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { notifyCustomer } from '../../customer-notice.ts'
import type { Cause } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import type { Redivided } from '../corrections/correction.ts'
import { type Plan, planById } from '../plans.repository.ts'
import { keptInput, resultMembers } from './result-members.ts'
import { resultNotice } from './result-notice.ts'
import {
  insertResult,
  type NewResult,
  type Result,
  resultsOf,
  type SettlementTransfers,
} from './results.repository.ts'
import { leadersShare, type SettlementInput, settle } from './settle.ts'

/** The input of a settled plan's settlement, from its result. */
export function inputOfResult(plan: Plan, result: Result): SettlementInput {
  const { share_rate_percent, share_carried_loss_micros } = result
  return {
    spend: {
      cash_micros: result.cash_spend_micros,
      discount_micros: result.discount_spend_micros,
      startup_micros: result.startup_spend_micros,
    },
    fee_micros: result.spend_fee_micros,
    revenue_micros: result.revenue_micros,
    platform_fee_percent: plan.platform_fee_percent,
    vip_fee_percent: result.vip_fee_percent,
    profit_share:
      share_rate_percent === null || share_carried_loss_micros === null
        ? null
        : { rate_percent: share_rate_percent, carried_loss_micros: share_carried_loss_micros },
  }
}

/** A later plan of the pair whose leader's share has changed. */
export interface LaterShare extends Redivided {
  plan: Plan
  result: Result
  input: SettlementInput
}

/**
 * The plans after `plan_id` whose share changes because of the new `carried` losses; their spend and revenue don't
 * change. Needs no row locks, as changing any of the pair's results requires its mark's lock.
 */
export async function laterShares(
  tx: Transaction,
  plan_id: string,
  carried: ReadonlyMap<string, Micros>,
): Promise<LaterShare[]> {
  const ids = [...carried.keys()].filter((id) => id !== plan_id)
  if (ids.length === 0) return []
  const results = await resultsOf(tx, ids)
  const later: LaterShare[] = []
  for (const id of ids) {
    const result = results.get(id)
    const carried_loss_micros = carried.get(id)
    if (!result || carried_loss_micros === undefined || result.share_rate_percent === null) continue
    const profit_share = { rate_percent: result.share_rate_percent, carried_loss_micros }
    if (leadersShare(result.profit_micros, profit_share) === result.profit_share_micros) continue
    const plan = await planById(tx, id)
    if (!plan) continue
    const before = inputOfResult(plan, result)
    const input = { ...before, profit_share }
    later.push({
      plan,
      result,
      input,
      revision: result.revision + 1,
      leader_id: result.leader_id,
      before: settle(before),
      after: settle(input),
      transfers: result.transfers,
    })
  }
  return later
}

/** The verdict, the conversion or the restoration that a revision follows from. */
export function correctedBy({
  kind,
  id,
}: Cause): Pick<NewResult, 'verdict_id' | 'conversion_id' | 'restoration_id'> {
  return {
    verdict_id: kind === 'verdict' ? id : null,
    conversion_id: kind === 'conversion' ? id : null,
    restoration_id: kind === 'restoration' ? id : null,
  }
}

/** Stores later plans' new revisions and notifies their customer. */
export async function insertLaterResults(
  services: Services,
  tx: Transaction,
  later: readonly LaterShare[],
  { kept, caused_by }: { kept: readonly SettlementTransfers[]; caused_by: Cause },
): Promise<void> {
  for (const [index, { plan, result, input, revision, after, transfers }] of later.entries()) {
    await insertResult(tx, {
      ...resultMembers(plan, after),
      ...keptInput(input, result),
      related_spend_micros: result.related_spend_micros,
      related_revenue_micros: result.related_revenue_micros,
      revision,
      settled_at: result.settled_at,
      created_at: services.clock.now(),
      cause: 'share',
      ...correctedBy(caused_by),
      transfers: kept[index] ?? transfers,
    })
    await notifyCustomer(tx, resultNotice(services, plan, { ...result, corrected_by: 'share' }))
  }
}
