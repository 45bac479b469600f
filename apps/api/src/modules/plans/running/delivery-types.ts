import type { PlanStatus } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'

/** A plan as the decision engine keeps it: everything but the money left, which `remainingBudgets` knows. */
export interface DeliverablePlan {
  plan_id: string
  customer_id: string
  product_id: string
  advertiser_id: string
  status: Extract<PlanStatus, 'matching' | 'putting'>
  paused: boolean
  /** Placements that its customer has taken out of it. */
  paused_placements: readonly string[]
  amount_micros: Micros
  payout_micros: Micros
  /** Of what a placement charges, the platform's share; rounded down per event, the publisher gets the rest. */
  platform_fee_percent: bigint
  /** Promotional money buys official placements only (PRODUCT §8), and parts are spent together. */
  official_only: boolean
  conversion_cap: bigint
  conversion_window_ms: number
  created_at: Date
  ends_at: Date
}

/** What one batch of events charges one plan at one publisher: sums of the events' stored numbers. */
export interface SpendItem {
  plan_id: string
  publisher_id: string
  charge_micros: Micros
  /** Part of the charge. */
  fee_micros: Micros
}

/**
 * What became of a plan's spend in a batch. `not_running`: the plan has ended, delivery counts the events as
 * refused; `over_budget`: more than is left, which leases prevent. Then nothing of that plan was billed.
 */
export type SpendResult = 'billed' | 'not_running' | 'over_budget'

/** A confirmed conversion. Its id becomes the id of its ledger transfer, so that it is credited once. */
export interface ConversionItem {
  conversion_id: string
  plan_id: string
  occurred_at: Date
}

/** `owed`: beyond what was reserved, paid from top-ups in event order; `refused`: the plan can earn no more. */
export type ConversionResult =
  | { state: 'credited' | 'owed'; payout_micros: Micros }
  | { state: 'refused'; reason: 'plan_not_running' | 'plan_settled' }

/** An event found invalid, with the numbers stored with it. */
export interface InvalidEvent {
  event_id: string
  plan_id: string
  /** What it was charged and at whose placement; null for an event that cost nothing. */
  spend: { publisher_id: string; charge_micros: Micros; fee_micros: Micros } | null
  /** The conversion that it is, or that came from it. */
  conversion_id: string | null
}

/**
 * What was taken back and given back for one invalid event. `too_late`: the plan settled more than the
 * publisher's hold (60 days) ago; `not_found`: no such plan, or its conversion was never credited nor owed.
 */
export interface ReversalResult {
  event_id: string
  result: 'reversed' | 'too_late' | 'not_found'
  spend_returned_micros: Micros
  revenue_reversed_micros: Micros
}
