import type { Micros } from '@adtally/money/money.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { PeriodType, Window } from './rules.ts'

/** One plan's part of a reading. */
export interface PlanShare {
  impressions: bigint
  revenue_micros: Micros
  settled: boolean
}

/** Everything a reading is made of, for one customer and window. */
export interface Reading {
  /** Of the customer's totals when it was read. */
  version: bigint
  impressions: bigint
  clicks: bigint
  conversions: bigint
  consumed_micros: Micros
  revenue_micros: Micros
  invested_micros: Micros
  to_be_consumed_micros: Micros
  learning_phase: boolean
  /** Plans with events in the window. */
  plans: Map<string, PlanShare>
}

/** What a batch added to one plan in one quarter hour. */
export interface Addition {
  plan_id: string
  quarter_ms: number
  impressions: bigint
  clicks: bigint
  conversions: bigint
  spend_micros: Micros
  revenue_micros: Micros
}

/** Adds a batch to a reading, in place. */
export function addTo(
  reading: Reading,
  window: Window,
  version: bigint,
  additions: readonly Addition[],
): void {
  reading.version = version
  for (const added of additions) {
    // What is left over is now, whatever the period.
    reading.to_be_consumed_micros -= added.spend_micros
    if (added.quarter_ms < window.from_ms || added.quarter_ms >= window.until_ms) continue
    reading.impressions += added.impressions
    reading.clicks += added.clicks
    reading.conversions += added.conversions
    reading.consumed_micros += added.spend_micros
    reading.revenue_micros += added.revenue_micros
    const share = reading.plans.get(added.plan_id) ?? { impressions: 0n, revenue_micros: 0n, settled: false }
    share.impressions += added.impressions
    share.revenue_micros += added.revenue_micros
    reading.plans.set(added.plan_id, share)
  }
}

/** The reply's members up to `as_of`, whose value and closing the caller appends: the same for an equal reading. */
export function renderReading(type: PeriodType, reading: Reading): string {
  let delivery_orders = 0
  let estimated_micros = 0n
  // A plan without revenue is not final either: its spend can still be given back (PRODUCT §6).
  let is_estimated = false
  for (const { impressions, revenue_micros, settled } of reading.plans.values()) {
    if (impressions > 0n) delivery_orders += 1
    if (settled) continue
    is_estimated = true
    estimated_micros += revenue_micros
  }
  const { consumed_micros, revenue_micros } = reading
  return (
    `{"type":"${type}","invested":"${formatAmount(reading.invested_micros)}","delivery_orders":${delivery_orders}` +
    `,"consumed":"${formatAmount(consumed_micros)}","to_be_consumed":"${formatAmount(reading.to_be_consumed_micros)}"` +
    `,"impressions":${reading.impressions},"clicks":${reading.clicks},"conversions":${reading.conversions}` +
    `,"advertising_revenue":"${formatAmount(revenue_micros)}","profit":"${formatAmount(revenue_micros - consumed_micros)}"` +
    `,"revenue_estimated":"${formatAmount(estimated_micros)}","estimated":${is_estimated}` +
    `,"learning_phase":${reading.learning_phase},"as_of":"`
  )
}
