import type { EligibleProduct, Placement } from '../marketplace/index.ts'
import type { DeliverablePlan } from '../plans/index.ts'
import { type DecisionContext, isCompatible, PlacedPlan } from './contender.ts'
import type { PlacementSlot } from './decide.ts'
import { type PlanProgress, PlanSlot } from './plan-slot.ts'

/** What a node reads before it can decide. */
export interface CatalogueRows {
  plans: readonly DeliverablePlan[]
  products: readonly EligibleProduct[]
  placements: readonly Placement[]
  progress: ReadonlyMap<string, PlanProgress>
}

const NO_PROGRESS: PlanProgress = { impressions: 0n, conversions: 0n, spend_micros: 0n }

/** Plans and placements in memory, so that a decision reads nothing from the database (PRODUCT §5). */
export class Catalogue {
  readonly #context: DecisionContext
  #slots = new Map<string, PlanSlot>()
  #placements = new Map<string, PlacementSlot>()

  constructor(context: DecisionContext) {
    this.#context = context
  }

  /** By the key that the publisher's page names, or by id. */
  placement(key_or_id: string): PlacementSlot | undefined {
    return this.#placements.get(key_or_id)
  }

  /** Every plan in memory. */
  slots(): Iterable<PlanSlot> {
    return this.#slots.values()
  }

  /** Replaces everything but the leases; returns the plans that are gone, whose leases are over. */
  replace(rows: CatalogueRows, now_ms: number): PlanSlot[] {
    const products = new Map(rows.products.map((product) => [product.product_id, product]))
    const slots = new Map<string, PlanSlot>()
    for (const plan of rows.plans) {
      const product = products.get(plan.product_id)
      if (!product || plan.paused || plan.ends_at.getTime() <= now_ms) continue
      const slot = this.#slots.get(plan.plan_id) ?? new PlanSlot(plan, product)
      slot.plan = plan
      slot.product = product
      slot.weigh(rows.progress.get(plan.plan_id) ?? NO_PROGRESS, now_ms)
      slots.set(plan.plan_id, slot)
    }
    const gone = [...this.#slots.values()].filter(({ plan }) => !slots.has(plan.plan_id))
    for (const slot of gone) {
      slot.is_gone = true
      slot.leases.retireAll()
    }
    this.#slots = slots
    this.#placements = this.#place(rows.placements)
    return gone
  }

  /** Ends every lease, because the node stops. */
  retireAll(): PlanSlot[] {
    const slots = [...this.#slots.values()]
    this.#slots = new Map()
    this.#placements = new Map()
    for (const slot of slots) {
      slot.is_gone = true
      slot.leases.retireAll()
    }
    return slots
  }

  #place(placements: readonly Placement[]): Map<string, PlacementSlot> {
    const placed = new Map<string, PlacementSlot>()
    for (const placement of placements) {
      const contenders = [...this.#slots.values()]
        .filter((slot) => isCompatible(slot, placement))
        .map((slot) => new PlacedPlan(slot, placement, this.#context))
      const { placement_id, countries, publisher_domain } = placement
      const slot = { placement_id, countries, publisher_domain, contenders }
      placed.set(placement.key, slot)
      placed.set(placement_id, slot)
    }
    return placed
  }
}
