import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { calendarDay } from '../../../lib/time-zones.ts'
import { postTransfers, type Transfer } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { accountsOf, planFlow, revenueLine } from '../accounts.ts'
import { lockPlans, type Plan } from '../plans.repository.ts'
import { moneyOfPlans } from '../reading/plan-money.ts'
import { insertOwed } from '../settlement/owed.repository.ts'
import { askToPayOwed } from '../settlement/owed.ts'
import { timeZonesOf } from '../time-zones.ts'
import type { ConversionItem, ConversionResult } from './delivery-types.ts'
import { endPlans } from './end-plan.ts'

/** A plan earns from its first delivery until settlement. */
const EARNING = ['putting', 'putFinished', 'waitSettle']

/**
 * Credits confirmed conversions (PRODUCT §3, §4): reserved escrow → unsettled, in event order, as far as it reaches;
 * the others are owed, and top-ups pay them first. One that can't be paid never fails its batch. A running plan that
 * reaches its cap finishes. The conversion's id is the transfer's, so that it is credited only once.
 */
export async function creditConversions(
  services: Services,
  tx: Transaction,
  conversions: readonly ConversionItem[],
): Promise<Map<string, ConversionResult>> {
  if (conversions.length === 0) return new Map()
  const plan_ids = [...new Set(conversions.map(({ plan_id }) => plan_id))]
  const plans = await lockPlans(tx, plan_ids)
  const money = await moneyOfPlans(tx, plan_ids)
  const left = new Map([...money].map(([plan_id, { reserved_micros }]) => [plan_id, reserved_micros]))
  const results = new Map<string, ConversionResult>()
  for (const { conversion_id, plan_id } of conversions.toSorted(inEventOrder)) {
    results.set(conversion_id, creditedOrOwed(plans.get(plan_id), left))
  }
  const inState = (state: ConversionResult['state']) =>
    conversions.flatMap((conversion) => {
      const plan = plans.get(conversion.plan_id)
      return plan && results.get(conversion.conversion_id)?.state === state ? [{ plan, ...conversion }] : []
    })
  const dayOf = await revenueDays(services, tx, [...plans.values()])
  await postTransfers(
    tx,
    inState('credited').map(({ plan, conversion_id }) =>
      conversionTransfer(plan, conversion_id, dayOf(plan)),
    ),
  )
  await keepOwed(tx, inState('owed'))
  const capped = [...plans.values()].filter(
    ({ plan_id, status, payout_micros }) => status === 'putting' && (left.get(plan_id) ?? 0n) < payout_micros,
  )
  await endPlans(services, tx, capped, 'cap_reached')
  return results
}

function inEventOrder(left: ConversionItem, right: ConversionItem): number {
  const by_time = left.occurred_at.getTime() - right.occurred_at.getTime()
  return by_time === 0 ? (left.conversion_id < right.conversion_id ? -1 : 1) : by_time
}

/** Takes the payout from the plan's remaining reserve, if that suffices. */
function creditedOrOwed(plan: Plan | undefined, left: Map<string, Micros>): ConversionResult {
  if (plan?.status === 'settled') return { state: 'refused', reason: 'plan_settled' }
  if (!plan || !EARNING.includes(plan.status)) return { state: 'refused', reason: 'plan_not_running' }
  const { plan_id, payout_micros } = plan
  const reserved_micros = left.get(plan_id) ?? 0n
  if (reserved_micros < payout_micros) return { state: 'owed', payout_micros }
  left.set(plan_id, reserved_micros - payout_micros)
  return { state: 'credited', payout_micros }
}

/** The day, in the customer's zone, of the line for a plan's current revenue. */
export async function revenueDays(
  services: Services,
  tx: Transaction,
  plans: readonly Plan[],
): Promise<(plan: Plan) => string> {
  const zoneOf = await timeZonesOf(
    tx,
    plans.map(({ customer_id }) => customer_id),
  )
  const now = services.clock.now()
  return ({ customer_id }) => calendarDay(now, zoneOf(customer_id))
}

/** The transfer that pays a conversion from the plan's reserve, on the line of `day`. */
export function conversionTransfer(plan: Plan, conversion_id: string, day: string): Transfer {
  const { reserved, unsettled } = accountsOf(plan)
  return {
    id: conversion_id,
    kind: 'posted',
    posting: 'conversion',
    debit: reserved,
    credit: unsettled,
    amount_micros: plan.payout_micros,
    cause: { kind: 'conversion', id: conversion_id },
    // Without a line, a statement would show the settlement taking out money that it never showed coming in.
    flow: planFlow(plan.plan_id, revenueLine(day), 'ad_billing'),
  }
}

/** Stores owed conversions, and asks to pay them if escrow has free money. */
async function keepOwed(tx: Transaction, owed: readonly (ConversionItem & { plan: Plan })[]): Promise<void> {
  await insertOwed(
    tx,
    owed.map(({ conversion_id, occurred_at, plan }) => ({
      conversion_id,
      occurred_at,
      plan_id: plan.plan_id,
      customer_id: plan.customer_id,
      advertiser_id: plan.advertiser_id,
      payout_micros: plan.payout_micros,
    })),
  )
  if (owed.length === 0) return
  await askToPayOwed(
    tx,
    owed.map(({ plan }) => plan.advertiser_id),
  )
}
