import { type Micros, proportion } from '@adtally/money/money.ts'
import type { Placement } from '../../marketplace/index.ts'
import type { HeldLease } from '../budget/lease-book.ts'
import type { PlanBudget } from '../budget/plan-budget.ts'
import type { DeviceShows } from '../caps/device-shows.ts'
import type { Caps, ShownSubject } from '../verification/over-cap.ts'
import type { PlanSlot } from './plan-slot.ts'
import type { TokenCodec, TokenTemplate } from './token.ts'

/** What every decision of a node needs besides the plans. */
export interface DecisionContext {
  codec: TokenCodec
  shows: DeviceShows
  public_origin: string
  /** The time of the decision being made, set before each. */
  now_ms: number
  /** How often a device may be shown something (policy). */
  caps: Caps
  /** Tells other nodes what a device was shown. */
  tellShow(subject: ShownSubject, device: string, shown_at_ms: number): void
  /** Requests another lease of a plan; at most one at a time. */
  requestLease(budget: PlanBudget, charge_micros: bigint): void
}

/** A placement's terms, and what it charges on which event. */
export interface CandidateTerms {
  readonly terms: Placement
  readonly charge_micros: Micros
  /** Its id and its publisher's, 16 bytes each. */
  readonly placement_bytes: Buffer
  readonly publisher_bytes: Buffer
}

/** The next lease is asked for so long before the present one ends. */
const LEASE_AHEAD_MS = 5_000

/** One plan that was drawn on one placement. */
export class Candidate {
  readonly slot: PlanSlot
  readonly budget: PlanBudget
  readonly #on: CandidateTerms
  readonly #context: DecisionContext

  constructor(slot: PlanSlot, budget: PlanBudget, on: CandidateTerms, context: DecisionContext) {
    this.slot = slot
    this.budget = budget
    this.#on = on
    this.#context = context
  }

  /**
   * Counts a token against its lease and the device's caps, and returns what is sealed in it; null without a lease that covers
   * it. Asks for the next lease in time.
   */
  take(device: string): TokenTemplate | null {
    const { shows, now_ms } = this.#context
    const { leases } = this.budget
    const { charge_micros } = this.#on
    const lease = leases.take(charge_micros, now_ms)
    if (lease === null) return null
    if (leases.isLow(now_ms, LEASE_AHEAD_MS)) this.#context.requestLease(this.budget, charge_micros)
    shows.add(this.slot.plan, device, now_ms)
    this.#context.tellShow(this.slot.plan, device, now_ms)
    return this.#templateUnder(lease)
  }

  #templateUnder({ id_bytes, charge_within_ms }: HeldLease): TokenTemplate {
    const { platform_fee_percent } = this.slot.plan
    const { terms, charge_micros, placement_bytes, publisher_bytes } = this.#on
    return this.#context.codec.template({
      charged_on_click: this.budget.charged_on === 'click',
      official: terms.push === 'official',
      video: terms.format === 'video',
      plan: this.slot.id_bytes,
      placement: placement_bytes,
      lease: id_bytes,
      publisher: publisher_bytes,
      charge_micros,
      fee_micros: proportion(charge_micros, platform_fee_percent, 100n),
      charge_within_ms,
    })
  }
}
