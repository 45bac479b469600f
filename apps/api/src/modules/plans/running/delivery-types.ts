import type { PlanStatus } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'

/** A plan as the decision engine keeps it, without the remaining money, which `remainingBudgets` reads. */
export interface DeliverablePlan {
  plan_id: string
  customer_id: string
  product_id: string
  advertiser_id: string
  status: Extract<PlanStatus, 'matching' | 'putting'>
  paused: boolean
  /** Placements that the customer has paused. */
  paused_placements: readonly string[]
  amount_micros: Micros
  payout_micros: Micros
  /** The platform's share of what a placement charges; rounded down per event, and the publisher gets the rest. */
  platform_fee_percent: bigint
  /** Promotional money only buys official placements (PRODUCT §8), and parts are spent together. */
  official_only: boolean
  conversion_cap: bigint
  conversion_window_ms: number
  created_at: Date
  ends_at: Date
}

/** One batch's charges to one plan at one publisher: sums of the events' stored numbers. */
export interface SpendItem {
  plan_id: string
  publisher_id: string
  charge_micros: Micros
  /** Included in the charge. */
  fee_micros: Micros
}

/**
 * The result of a plan's spend in a batch. `not_running`: the plan has ended, and delivery counts the events as
 * refused; `over_budget`: more than is left, which leases prevent. In both cases nothing was billed.
 */
export type SpendResult = 'billed' | 'not_running' | 'over_budget'

/** A confirmed conversion. Its id becomes the ledger transfer's, so that it is credited only once. */
export interface ConversionItem {
  conversion_id: string
  plan_id: string
  occurred_at: Date
}

/** `owed`: beyond the reserve, paid from top-ups in event order; `refused`: the plan can't earn any more. */
export type ConversionResult =
  | { state: 'credited' | 'owed'; payout_micros: Micros }
  | { state: 'refused'; reason: 'plan_not_running' | 'plan_settled' }

/** An event found invalid, with its stored numbers. */
export interface InvalidEvent {
  event_id: string
  plan_id: string
  /** The charge and its publisher; null if the event cost nothing. */
  spend: { publisher_id: string; charge_micros: Micros; fee_micros: Micros } | null
  /** The event's own conversion, or the one that followed from it. */
  conversion_id: string | null
}

/**
 * The result for one invalid event. `too_late`: the plan settled longer ago than the publisher's hold (60 days);
 * `not_found`: no such plan, or its conversion was neither credited nor owed.
 */
export interface ReversalResult {
  event_id: string
  result: 'reversed' | 'too_late' | 'not_found'
  spend_returned_micros: Micros
  revenue_reversed_micros: Micros
}
