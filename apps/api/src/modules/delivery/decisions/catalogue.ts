import type { EligibleProduct, Placement } from '../../marketplace/index.ts'
import type { DeliverablePlan } from '../../plans/index.ts'
import { creativesFor, type DecisionContext, isCompatible, PlacedPlan } from './contender.ts'
import type { PlacementSlot } from './decide.ts'
import { type PlanProgress, PlanSlot } from './plan-slot.ts'

/** The data that a node needs for decisions. */
export interface CatalogueRows {
  plans: readonly DeliverablePlan[]
  products: readonly EligibleProduct[]
  placements: readonly Placement[]
  progress: ReadonlyMap<string, PlanProgress>
}

/** Plans read again: the ids asked for, and the rows of those that may be delivered. */
export interface RenewedPlans extends Pick<CatalogueRows, 'plans' | 'progress'> {
  plan_ids: readonly string[]
}

/** A placement with the plans that fit it. */
class Site implements PlacementSlot {
  readonly placement: Placement
  contenders: PlacedPlan[] = []
  readonly #context: DecisionContext
  readonly #creatives = new Map<EligibleProduct, readonly string[]>()

  constructor(placement: Placement, context: DecisionContext) {
    this.placement = placement
    this.#context = context
  }

  get placement_id(): string {
    return this.placement.placement_id
  }

  get countries(): readonly string[] {
    return this.placement.countries
  }

  get publisher_domain(): string {
    return this.placement.publisher_domain
  }

  /** Adds a plan if it fits and its customer has not paused it here. */
  add(slot: PlanSlot): void {
    if (slot.plan.paused_placements.includes(this.placement_id)) return
    if (!isCompatible(slot, this.placement)) return
    this.contenders.push(new PlacedPlan(slot, this.placement, this.#creativesOf(slot.product), this.#context))
  }

  /** Removes plans that are gone. */
  dropGone(): void {
    this.contenders = this.contenders.filter(({ slot }) => !slot.is_gone)
  }

  /** Checks again whether a plan in memory belongs here. */
  replace(slot: PlanSlot): void {
    this.contenders = this.contenders.filter((contender) => contender.slot !== slot)
    this.add(slot)
  }

  #creativesOf(product: EligibleProduct): readonly string[] {
    const known = this.#creatives.get(product)
    if (known) return known
    const creatives = creativesFor(product, this.placement, this.#context.public_origin)
    this.#creatives.set(product, creatives)
    return creatives
  }
}

const NO_PROGRESS: PlanProgress = { impressions: 0n, conversions: 0n, spend_micros: 0n }

/** Plans and placements in memory, so that a decision reads nothing from the database (PRODUCT §5). */
export class Catalogue {
  readonly #context: DecisionContext
  #slots = new Map<string, PlanSlot>()
  #products = new Map<string, EligibleProduct>()
  #sites: readonly Site[] = []
  #placements = new Map<string, PlacementSlot>()

  constructor(context: DecisionContext) {
    this.#context = context
  }

  /** By the key on the publisher's page, or by id. */
  placement(key_or_id: string): PlacementSlot | undefined {
    return this.#placements.get(key_or_id)
  }

  slots(): Iterable<PlanSlot> {
    return this.#slots.values()
  }

  /** Replaces everything but the leases; returns the plans that are gone, whose leases have ended. */
  replace(rows: CatalogueRows, now_ms: number): PlanSlot[] {
    this.#products = new Map(rows.products.map((product) => [product.product_id, product]))
    const before = this.#slots
    this.#slots = new Map()
    for (const plan of rows.plans) {
      const slot = this.#slotOf(plan, before.get(plan.plan_id), rows.progress, now_ms)
      if (slot) this.#slots.set(plan.plan_id, slot)
    }
    const gone = [...before.values()].filter(({ plan }) => !this.#slots.has(plan.plan_id))
    for (const slot of gone) retire(slot)
    this.#place(rows.placements)
    return gone
  }

  /**
   * Applies changes of some plans since the last whole reading; returns those that are gone, whose leases have ended.
   * A plan of an unknown product waits for the next whole reading.
   */
  renew(rows: RenewedPlans, now_ms: number): PlanSlot[] {
    const plans = new Map(rows.plans.map((plan) => [plan.plan_id, plan]))
    const gone: PlanSlot[] = []
    for (const plan_id of rows.plan_ids) {
      const plan = plans.get(plan_id)
      const before = this.#slots.get(plan_id)
      const paused_before = before?.plan.paused_placements
      const slot = plan ? this.#slotOf(plan, before, rows.progress, now_ms) : null
      if (slot && !before) {
        this.#slots.set(plan_id, slot)
        for (const site of this.#sites) site.add(slot)
      }
      if (slot && paused_before && String(paused_before) !== String(slot.plan.paused_placements)) {
        for (const site of this.#sites) site.replace(slot)
      }
      if (before && !slot) {
        this.#slots.delete(plan_id)
        retire(before)
        gone.push(before)
      }
    }
    if (gone.length > 0) for (const site of this.#sites) site.dropGone()
    return gone
  }

  /** Ends every lease, because the node stops. */
  retireAll(): PlanSlot[] {
    const slots = [...this.#slots.values()]
    this.#slots = new Map()
    this.#sites = []
    this.#placements = new Map()
    for (const slot of slots) retire(slot)
    return slots
  }

  /** A plan's present slot with its weight; null where it can't be shown. */
  #slotOf(
    plan: DeliverablePlan,
    before: PlanSlot | undefined,
    progress: CatalogueRows['progress'],
    now_ms: number,
  ): PlanSlot | null {
    const product = this.#products.get(plan.product_id)
    if (!product || plan.paused || plan.ends_at.getTime() <= now_ms) return null
    const slot = before ?? new PlanSlot(plan, product)
    slot.plan = plan
    slot.product = product
    slot.weigh(progress.get(plan.plan_id) ?? NO_PROGRESS, now_ms)
    return slot
  }

  #place(placements: readonly Placement[]): void {
    this.#sites = placements.map((placement) => new Site(placement, this.#context))
    this.#placements = new Map(
      this.#sites.flatMap((site) => [
        [site.placement.key, site],
        [site.placement_id, site],
      ]),
    )
    for (const slot of this.#slots.values()) for (const site of this.#sites) site.add(slot)
  }
}

function retire(slot: PlanSlot): void {
  slot.is_gone = true
  slot.leases.retireAll()
}
