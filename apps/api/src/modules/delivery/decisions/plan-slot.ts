import type { Micros } from '@adtally/money/money.ts'
import type { EligibleProduct } from '../../marketplace/index.ts'
import type { DeliverablePlan } from '../../plans/index.ts'
import { type ChargedOn, PlanBudget } from '../budget/plan-budget.ts'
import { idToBytes } from '../events/binary-id.ts'
import { type ConversionCounts, type Posterior, posteriorOf, sampledGamma } from './posterior.ts'
import { weightOf } from './selection.ts'

/** A plan's progress so far, from the roll-ups. */
export interface PlanProgress extends ConversionCounts {
  spend_micros: Micros
}

/** A busy plan leases every few seconds, and its outcomes by placement are read with a lease. */
const LEARNED_FOR_MS = 30_000
const NOTHING: ConversionCounts = { impressions: 0n, conversions: 0n }

/** A plan in this node's memory: its terms, what is held of its budget, its weight in the competition. */
export class PlanSlot {
  plan: DeliverablePlan
  product: EligibleProduct
  /** The plan's id as its 16 bytes. */
  readonly id_bytes: Buffer
  /** As of `weightOf`. */
  weight = 1
  /** No decision uses it any more; its leases are given back. */
  is_gone = false
  #everywhere = NOTHING
  /** By placement, as far as they were read. */
  #outcomes: ReadonlyMap<string, ConversionCounts> | null = null
  #learned_at_ms = Number.NEGATIVE_INFINITY
  /** Made when first asked for; placements on which it was not shown share one, or many plans on many would keep one each. */
  #elsewhere: Posterior | null = null
  readonly #posteriors = new Map<string, Posterior>()
  /** Most plans are charged on one kind of event alone. */
  readonly #budgets = new Map<ChargedOn, PlanBudget>()

  constructor(plan: DeliverablePlan, product: EligibleProduct) {
    this.plan = plan
    this.product = product
    this.id_bytes = idToBytes(plan.plan_id)
  }

  /** What this node holds of its budget for charges on such events. */
  budget(charged_on: ChargedOn): PlanBudget {
    let budget = this.#budgets.get(charged_on)
    if (!budget) {
      budget = new PlanBudget(this, charged_on)
      this.#budgets.set(charged_on, budget)
    }
    return budget
  }

  /** The budgets of which something was held so far. */
  budgets(): Iterable<PlanBudget> {
    return this.#budgets.values()
  }

  /** Ends it: no token is issued on its leases any more. */
  retire(): void {
    this.is_gone = true
    for (const { leases } of this.budgets()) leases.retireAll()
  }

  learn(outcomes: ReadonlyMap<string, ConversionCounts>, now_ms: number): void {
    this.#outcomes = outcomes.size === 0 ? null : outcomes
    this.#learned_at_ms = now_ms
    this.#forget()
  }

  isOutdated(now_ms: number): boolean {
    return now_ms >= this.#learned_at_ms + LEARNED_FOR_MS
  }

  /** A sample of its weight on a placement: by what is known of it there, and wider the less that is. */
  scoreOn(placement_id: string, random: () => number): number {
    const { shape, scale } = this.#posteriorOn(placement_id)
    return this.weight * scale * sampledGamma(shape, random)
  }

  #posteriorOn(placement_id: string): Posterior {
    const here = this.#outcomes?.get(placement_id)
    if (here === undefined) {
      this.#elsewhere ??= posteriorOf(this.#everywhere, undefined)
      return this.#elsewhere
    }
    const known = this.#posteriors.get(placement_id)
    if (known) return known
    const posterior = posteriorOf(this.#everywhere, here)
    this.#posteriors.set(placement_id, posterior)
    return posterior
  }

  #forget(): void {
    this.#elsewhere = null
    this.#posteriors.clear()
  }

  weigh(progress: PlanProgress, now_ms: number): void {
    if (
      progress.impressions !== this.#everywhere.impressions ||
      progress.conversions !== this.#everywhere.conversions
    ) {
      this.#everywhere = progress
      this.#forget()
    }
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

/** What a node holds of these plans' budgets. */
export function* budgetsOf(slots: Iterable<PlanSlot>): Iterable<PlanBudget> {
  for (const slot of slots) yield* slot.budgets()
}
