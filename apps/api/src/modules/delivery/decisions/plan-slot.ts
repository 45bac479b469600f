import { least, type Micros } from '@adtally/money/money.ts'
import type { EligibleProduct } from '../../marketplace/index.ts'
import type { DeliverablePlan } from '../../plans/index.ts'
import { LeaseBook } from '../budget/lease-book.ts'
import { weightOf } from './selection.ts'

/** Slices grow to a fifth of a plan at most, so that no node starves the others. */
const SLICE_SHARE_MAX = 5n
const SLICE_SHARE_MIN = 100n
/** The smallest slice carries so many of the dearest charge that it is worth a round trip. */
const CHARGES_MIN = 100n

/** What the plan has had so far, from the roll-ups. */
export interface PlanProgress {
  impressions: bigint
  conversions: bigint
  spend_micros: Micros
}

/** A plan in this node's memory: its terms, its leases, its weight in the competition. */
export class PlanSlot {
  plan: DeliverablePlan
  product: EligibleProduct
  readonly leases = new LeaseBook()
  weight = 1n
  /** No decision uses it any more: its leases go back. */
  is_gone = false
  /** The next lease, while it is asked for. */
  pending: Promise<void> | null = null
  /** After a refusal no lease for as dear a charge is asked for until then. */
  retry_at_ms = 0
  refused_micros: Micros = 0n
  #slice_micros: Micros

  constructor(plan: DeliverablePlan, product: EligibleProduct) {
    this.plan = plan
    this.product = product
    this.#slice_micros = plan.amount_micros / SLICE_SHARE_MIN
  }

  /** How much to ask for where a charge is `charge_micros`: many charges, never most of a plan, at least one charge. */
  sliceFor(charge_micros: Micros): Micros {
    const most = this.plan.amount_micros / SLICE_SHARE_MAX
    const many = charge_micros * CHARGES_MIN
    const wished = many > this.#slice_micros ? many : this.#slice_micros
    const bounded = least(wished, most)
    return bounded > charge_micros ? bounded : charge_micros
  }

  /** Learns from a lease that ended: one used up early was too small, one hardly used too large. */
  learn(amount_micros: Micros, issued_micros: Micros): void {
    const most = this.plan.amount_micros / SLICE_SHARE_MAX
    const next = issued_micros * 2n >= amount_micros ? amount_micros * 2n : amount_micros / 2n
    const fewest = this.plan.amount_micros / SLICE_SHARE_MIN
    this.#slice_micros = next < fewest ? fewest : least(next, most)
  }

  /** Weighs the plan anew. */
  weigh(progress: PlanProgress, now_ms: number): void {
    const { payout_micros, amount_micros, created_at, ends_at } = this.plan
    this.weight = weightOf({
      payout_micros,
      impressions: progress.impressions,
      conversions: progress.conversions,
      placed_micros: amount_micros,
      spent_micros: progress.spend_micros,
      starts_at_ms: created_at.getTime(),
      ends_at_ms: ends_at.getTime(),
      now_ms,
    })
  }
}
