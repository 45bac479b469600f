import { type Micros, total } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { calendarDay } from '../../../lib/time-zones.ts'
import { postTransfers, type Transfer, unreversedAmounts } from '../../ledger/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { partAccounts, planFlow, revenueLine, spendLine } from '../accounts.ts'
import { lockPlans, type Plan } from '../plans.repository.ts'
import { moneyOf } from '../reading/plan-money.ts'
import { earners } from '../running/bill-spend.ts'
import type { InvalidEvent, ReversalResult } from '../running/delivery-types.ts'
import { pairUp, partsOfCharge } from '../running/spend-parts.ts'
import { setCancelled, unpaidAmong } from '../settlement/owed.repository.ts'
import { askToPayOwed } from '../settlement/owed.ts'
import { resultsOf } from '../settlement/results.repository.ts'
import { timeZonesOf } from '../time-zones.ts'
import { correctSettlement } from './correct-settlement.ts'
import type { InvalidSpend, PaidConversion } from './correction.ts'

const BEFORE_SETTLEMENT = ['putting', 'putFinished', 'waitSettle']

/**
 * Reverses invalid events, revenue *and* spend, in the caller's transaction (PRODUCT §2.2): before settlement both
 * legs by their stored numbers; after it, within the publishers' hold, by settling again without them. The postings
 * cite `verdict_id`. Delivery passes each event only once.
 */
export async function reverseEvents(
  services: Services,
  tx: Transaction,
  request: { verdict_id: string; events: readonly InvalidEvent[] },
): Promise<ReversalResult[]> {
  const by_plan = Map.groupBy(request.events, ({ plan_id }) => plan_id)
  const plans = await lockPlans(tx, [...by_plan.keys()])
  // Lock all marks at once and first: if they were locked between postings, two verdicts could deadlock.
  const settled = [...plans.values()].filter(({ status }) => status === 'settled')
  await services.plans.sharing.lock(
    tx,
    settled.map(({ plan_id }) => plan_id),
  )
  const found = new Map<string, ReversalResult>()
  for (const plan_id of [...by_plan.keys()].toSorted()) {
    const events = by_plan.get(plan_id) ?? []
    const plan = plans.get(plan_id)
    const results = plan
      ? await reverseOfPlan(services, tx, plan, events, request.verdict_id)
      : events.map((event) => nothing(event, 'not_found'))
    for (const result of results) found.set(result.event_id, result)
  }
  return request.events.map((event) => found.get(event.event_id) ?? nothing(event, 'not_found'))
}

function nothing({ event_id }: InvalidEvent, result: 'too_late' | 'not_found'): ReversalResult {
  return { event_id, result, spend_returned_micros: 0n, revenue_reversed_micros: 0n }
}

async function reverseOfPlan(
  services: Services,
  tx: Transaction,
  plan: Plan,
  events: readonly InvalidEvent[],
  verdict_id: string,
): Promise<ReversalResult[]> {
  const is_settled = plan.status === 'settled'
  if (is_settled && !(await isInHold(services, tx, plan)))
    return events.map((event) => nothing(event, 'too_late'))
  if (!is_settled && !BEFORE_SETTLEMENT.includes(plan.status))
    return events.map((event) => nothing(event, 'not_found'))
  const ids = events.flatMap(({ conversion_id }) => conversion_id ?? [])
  const credited = await unreversedAmounts(tx, ids)
  const owed = new Set((await unpaidAmong(tx, ids)).map(({ conversion_id }) => conversion_id))
  await setCancelled(tx, [...owed])
  const results = resultsOfEvents(events, credited, owed)
  const spend = events.flatMap((event) => event.spend ?? [])
  const reversed = [...credited]
    .filter(([, left_micros]) => left_micros > 0n)
    .map(([conversion_id, payout_micros]) => ({ conversion_id, payout_micros }))
  if (spend.length === 0 && reversed.length === 0) return results
  if (is_settled) {
    const caused_by = { kind: 'verdict', id: verdict_id } as const
    await correctSettlement(services, tx, plan, { cause: 'invalid', caused_by, spend, reversed, added: [] })
  } else {
    await postTransfers(tx, await bothLegs(services, tx, plan, spend, reversed, verdict_id))
  }
  await askToPayOwed(tx, [plan.advertiser_id])
  return results
}

async function isInHold(
  services: Services,
  tx: Transaction,
  { plan_id, policy_version }: Plan,
): Promise<boolean> {
  const settled_at = (await resultsOf(tx, [plan_id])).get(plan_id)?.settled_at
  const { publisher_hold_ms } = await policies.policyVersion(services, policy_version)
  return settled_at !== undefined && services.clock.now_ms() < settled_at.getTime() + publisher_hold_ms
}

/**
 * Matches events by their spend or by their credited or owed conversion, which counts for the first event that names
 * it.
 */
function resultsOfEvents(
  events: readonly InvalidEvent[],
  credited: ReadonlyMap<string, Micros>,
  owed: ReadonlySet<string>,
): ReversalResult[] {
  const left = new Map(credited)
  return events.map((event) => {
    const { event_id, spend, conversion_id } = event
    const id = conversion_id ?? ''
    if (conversion_id !== null && spend === null && !credited.has(id) && !owed.has(id)) {
      return nothing(event, 'not_found')
    }
    const revenue_reversed_micros = left.get(id) ?? 0n
    left.delete(id)
    const spend_returned_micros = spend?.charge_micros ?? 0n
    return { event_id, result: 'reversed', spend_returned_micros, revenue_reversed_micros }
  })
}

async function bothLegs(
  services: Services,
  tx: Transaction,
  plan: Plan,
  spend: readonly InvalidSpend[],
  reversed: readonly PaidConversion[],
  verdict_id: string,
): Promise<Transfer[]> {
  const { spend_micros } = await moneyOf(tx, plan.plan_id)
  const charged = total(spend.map(({ charge_micros }) => charge_micros))
  const refund = partsOfCharge(plan, spend_micros - charged, spend_micros)
  const parts = partAccounts(plan, refund).map(({ account, amount_micros }) => ({
    key: account,
    amount_micros,
  }))
  const zoneOf = await timeZonesOf(tx, [plan.customer_id])
  const day = calendarDay(services.clock.now(), zoneOf(plan.customer_id))
  const back = pairUp(earners(plan, spend), parts).map(
    ({ source, destination, amount_micros }): Transfer => ({
      id: newId(),
      kind: 'posted',
      posting: 'invalid_before_settlement',
      debit: source,
      credit: destination,
      amount_micros,
      cause: { kind: 'verdict', id: verdict_id },
      flow: planFlow(plan.plan_id, spendLine(day), 'ad_billing'),
    }),
  )
  const taken = reversed.map(
    ({ conversion_id, payout_micros }): Transfer => ({
      id: newId(),
      kind: 'reversal',
      reverses_id: conversion_id,
      amount_micros: payout_micros,
      cause: { kind: 'verdict', id: verdict_id },
      flow: planFlow(plan.plan_id, revenueLine(day), 'ad_billing'),
    }),
  )
  return [...back, ...taken]
}
