import { least, type Micros } from '@adtally/money/money.ts'
import type { EligibleProduct } from '../../marketplace/index.ts'
import type { DeliverablePlan } from '../../plans/index.ts'
import { LeaseBook } from '../budget/lease-book.ts'
import { weightOf } from './selection.ts'

/** Slices grow to at most a fifth of a plan, so that no node starves the others. */
const SLICE_SHARE_MAX = 5n
const SLICE_SHARE_MIN = 100n
/** The smallest slice covers this many of the dearest charge, to be worth a round trip. */
const CHARGES_MIN = 100n

/** A plan's progress so far, from the roll-ups. */
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
  /** As of `weightOf`. */
  weight = 1
  /** No decision uses it any more; its leases are given back. */
  is_gone = false
  /** Set while the next lease is requested. */
  pending: Promise<void> | null = null
  /** After a refusal, no lease for as large a charge is requested before this time. */
  retry_at_ms = 0
  refused_micros: Micros = 0n
  #slice_micros: Micros

  constructor(plan: DeliverablePlan, product: EligibleProduct) {
    this.plan = plan
    this.product = product
    this.#slice_micros = plan.amount_micros / SLICE_SHARE_MIN
  }

  /** The amount to lease for charges of `charge_micros`: many charges, never most of a plan, at least one charge. */
  sliceFor(charge_micros: Micros): Micros {
    const most = this.plan.amount_micros / SLICE_SHARE_MAX
    const many = charge_micros * CHARGES_MIN
    const wished = many > this.#slice_micros ? many : this.#slice_micros
    const bounded = least(wished, most)
    return bounded > charge_micros ? bounded : charge_micros
  }

  /** Whether a lease for such a charge may be asked for, which it may not for a while once one was refused. */
  mayLease(charge_micros: Micros, now_ms: number): boolean {
    return now_ms >= this.retry_at_ms || charge_micros < this.refused_micros
  }

  /** Adapts the slice to an ended lease: doubled if at least half of it was issued, else halved. */
  learn(amount_micros: Micros, issued_micros: Micros): void {
    const most = this.plan.amount_micros / SLICE_SHARE_MAX
    const next = issued_micros * 2n >= amount_micros ? amount_micros * 2n : amount_micros / 2n
    const fewest = this.plan.amount_micros / SLICE_SHARE_MIN
    this.#slice_micros = next < fewest ? fewest : least(next, most)
  }

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
