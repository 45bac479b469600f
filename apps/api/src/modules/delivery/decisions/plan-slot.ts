import { least, type Micros } from '@adtally/money/money.ts'
import type { EligibleProduct } from '../../marketplace/index.ts'
import type { DeliverablePlan } from '../../plans/index.ts'
import { LeaseBook } from '../budget/lease-book.ts'
import { weightOf } from './selection.ts'

/** Slices grow to at most a fifth of what a plan may spend in a day, so that no node starves the others. */
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
  /** What it may spend today, all in all, as the budget told last; until then its whole amount. */
  day_micros: Micros
  /** After a refusal, no lease for as large a charge is requested before this time. */
  #retry_at_ms = 0
  #refused_micros: Micros = 0n
  /** The refusal was for the day's share alone. */
  #is_paced = false
  #slice_micros: Micros

  constructor(plan: DeliverablePlan, product: EligibleProduct) {
    this.plan = plan
    this.product = product
    this.day_micros = plan.amount_micros
    this.#slice_micros = plan.amount_micros / SLICE_SHARE_MIN
  }

  /** The amount to lease for charges of `charge_micros`: many charges, never most of a day's, at least one charge. */
  sliceFor(charge_micros: Micros): Micros {
    const most = this.day_micros / SLICE_SHARE_MAX
    const many = charge_micros * CHARGES_MIN
    const wished = many > this.#slice_micros ? many : this.#slice_micros
    const bounded = least(wished, most)
    return bounded > charge_micros ? bounded : charge_micros
  }

  /** Whether a lease for such a charge may be asked for, which it may not for a while once one was refused. */
  mayLease(charge_micros: Micros, now_ms: number): boolean {
    return now_ms >= this.#retry_at_ms || charge_micros < this.#refused_micros
  }

  /** Why no lease may be asked for. */
  get refusal(): 'budget' | 'pace' {
    return this.#is_paced ? 'pace' : 'budget'
  }

  /** Notes that no lease was granted: for the day's share alone if `paced_until_ms` says until when. */
  refuse(charge_micros: Micros, retry_at_ms: number, paced_until_ms: number | null): void {
    this.#refused_micros = charge_micros
    this.#retry_at_ms = Math.max(retry_at_ms, paced_until_ms ?? 0)
    this.#is_paced = paced_until_ms !== null
  }

  /** Adapts the slice to an ended lease: doubled if at least half of it was issued, else halved. */
  learn(amount_micros: Micros, issued_micros: Micros): void {
    const most = this.day_micros / SLICE_SHARE_MAX
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
