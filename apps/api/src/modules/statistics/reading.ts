import type { Micros } from '@adtally/money/money.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { PeriodType, Window } from './rules.ts'

export interface PlanShare {
  impressions: bigint
  revenue_micros: Micros
  settled: boolean
}

/** One customer's figures of a window. */
export interface PeriodFigures {
  impressions: bigint
  clicks: bigint
  conversions: bigint
  consumed_micros: Micros
  revenue_micros: Micros
  invested_micros: Micros
  /** Plans with events in the window. */
  plans: Map<string, PlanShare>
}

/** All figures for one customer and window. */
export interface Reading extends PeriodFigures {
  /** The version of the customer's totals when it was read. */
  version: bigint
  to_be_consumed_micros: Micros
  learning_phase: boolean
}

/** A batch's addition to one plan in one quarter hour. */
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
    // The remaining money is the current one, whatever the period.
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

/** How many plans were delivered, how much of the revenue is unsettled, and whether anything can still change. */
function certaintyOf(plans: PeriodFigures['plans']) {
  let delivery_orders = 0
  let estimated_micros = 0n
  // A plan without revenue is not final either, as its spend may still be returned (PRODUCT §6).
  let is_estimated = false
  for (const { impressions, revenue_micros, settled } of plans.values()) {
    if (impressions > 0n) delivery_orders += 1
    if (settled) continue
    is_estimated = true
    estimated_micros += revenue_micros
  }
  return { delivery_orders, estimated_micros, is_estimated }
}

/** The reply without `as_of`, which the caller appends with the closing brace; the same for an equal reading. */
export function renderReading(type: PeriodType, reading: Reading): string {
  const { delivery_orders, estimated_micros, is_estimated } = certaintyOf(reading.plans)
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

/** The figures of a window, shown beside the period after it. */
export function presentPeriod(figures: PeriodFigures) {
  const { delivery_orders, is_estimated } = certaintyOf(figures.plans)
  return {
    invested: formatAmount(figures.invested_micros),
    delivery_orders,
    consumed: formatAmount(figures.consumed_micros),
    impressions: Number(figures.impressions),
    clicks: Number(figures.clicks),
    conversions: Number(figures.conversions),
    advertising_revenue: formatAmount(figures.revenue_micros),
    profit: formatAmount(figures.revenue_micros - figures.consumed_micros),
    estimated: is_estimated,
  }
}
