import type { Micros } from '@adtally/money/money.ts'
import type { EligibleProduct } from '../../marketplace/index.ts'
import type { DeliverablePlan } from '../../plans/index.ts'
import { type ChargedOn, PlanBudget } from '../budget/plan-budget.ts'
import { weightOf } from './selection.ts'

/** A plan's progress so far, from the roll-ups. */
export interface PlanProgress {
  impressions: bigint
  conversions: bigint
  spend_micros: Micros
}

/** A plan in this node's memory: its terms, what is held of its budget, its weight in the competition. */
export class PlanSlot {
  plan: DeliverablePlan
  product: EligibleProduct
  /** As of `weightOf`. */
  weight = 1
  /** No decision uses it any more; its leases are given back. */
  is_gone = false
  /** Most plans are charged on one kind of event alone. */
  readonly #budgets = new Map<ChargedOn, PlanBudget>()

  constructor(plan: DeliverablePlan, product: EligibleProduct) {
    this.plan = plan
    this.product = product
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

/** What a node holds of these plans' budgets. */
export function* budgetsOf(slots: Iterable<PlanSlot>): Iterable<PlanBudget> {
  for (const slot of slots) yield* slot.budgets()
}
