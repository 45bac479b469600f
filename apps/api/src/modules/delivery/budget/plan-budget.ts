import { least, type Micros } from '@adtally/money/money.ts'
import { LeaseBook } from './lease-book.ts'

/** What a token's charge waits for; a lease covers tokens of one kind, because it closes after the last may be charged. */
export const CHARGED_ON = ['impression', 'click'] as const
export type ChargedOn = (typeof CHARGED_ON)[number]

/** The plan whose budget is held. */
export interface BudgetedPlan {
  readonly plan: { readonly plan_id: string; readonly amount_micros: Micros }
  /** No decision uses it any more; its leases are given back. */
  readonly is_gone: boolean
}

/** Slices grow to at most a fifth of what a plan may spend in a day, so that no node starves the others. */
const SLICE_SHARE_MAX = 5n
const SLICE_SHARE_MIN = 100n
/** The smallest slice covers this many of the dearest charge, to be worth a round trip. */
const CHARGES_MIN = 100n

/** What this node holds of a plan's budget for tokens that are charged on one kind of event. */
export class PlanBudget {
  readonly of: BudgetedPlan
  readonly charged_on: ChargedOn
  readonly leases = new LeaseBook()
  /** Set while the next lease is requested. */
  pending: Promise<void> | null = null
  /** What the plan may spend today, all in all, as its budget told last; until then its whole amount. */
  day_micros: Micros
  /** After a refusal, no lease for as large a charge is requested before this time. */
  #retry_at_ms = 0
  #refused_micros: Micros = 0n
  /** The refusal was for the day's share alone. */
  #is_paced = false
  #slice_micros: Micros

  constructor(of: BudgetedPlan, charged_on: ChargedOn) {
    this.of = of
    this.charged_on = charged_on
    this.day_micros = of.plan.amount_micros
    this.#slice_micros = of.plan.amount_micros / SLICE_SHARE_MIN
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

  /** Forgets a refusal, because money came back. */
  reopen(): void {
    this.#retry_at_ms = 0
    this.#refused_micros = 0n
    this.#is_paced = false
  }

  /** Adapts the slice to an ended lease: doubled if at least half of it was issued, else halved. */
  learn(amount_micros: Micros, issued_micros: Micros): void {
    const most = this.day_micros / SLICE_SHARE_MAX
    const next = issued_micros * 2n >= amount_micros ? amount_micros * 2n : amount_micros / 2n
    const fewest = this.of.plan.amount_micros / SLICE_SHARE_MIN
    this.#slice_micros = next < fewest ? fewest : least(next, most)
  }
}
