import type { EligibleProduct, Placement } from '../../marketplace/index.ts'
import type { DeliverablePlan } from '../../plans/index.ts'
import type { DecisionContext } from './candidate.ts'
import { CandidatePool, type PoolKind, poolKey } from './candidate-pool.ts'
import { PlacementSlot } from './placement-slot.ts'
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

const NO_PROGRESS: PlanProgress = { impressions: 0n, conversions: 0n, spend_micros: 0n }
/** Decisions go on between so many plans of a whole reading, which takes in thousands. */
const PLANS_AT_ONCE = 250

/** Why a plan may be drawn nowhere. */
export type Absence = 'product_closed' | 'plan_paused' | 'plan_ended'

/** Why a plan is not in the catalogue, or null; `product` only if it may be delivered. */
export function absenceOf(
  plan: DeliverablePlan,
  product: EligibleProduct | undefined,
  now_ms: number,
): Absence | null {
  if (!product) return 'product_closed'
  if (plan.paused) return 'plan_paused'
  return plan.ends_at.getTime() <= now_ms ? 'plan_ended' : null
}

/** Plans and placements in memory, so that a decision reads nothing from the database (PRODUCT §5). */
export class Catalogue {
  readonly #context: DecisionContext
  readonly #slots = new Map<string, PlanSlot>()
  #products = new Map<string, EligibleProduct>()
  #pools = new Map<string, CandidatePool>()
  #placements = new Map<string, PlacementSlot>()

  constructor(context: DecisionContext) {
    this.#context = context
  }

  /** By the key on the publisher's page, or by id. */
  placement(key_or_id: string): PlacementSlot | undefined {
    return this.#placements.get(key_or_id)
  }

  /** A plan that may be drawn somewhere. */
  slot(plan_id: string): PlanSlot | undefined {
    return this.#slots.get(plan_id)
  }

  slots(): Iterable<PlanSlot> {
    return this.#slots.values()
  }

  /**
   * Replaces everything but the leases, some plans at a time; returns the plans that are gone, whose leases have ended.
   * Only one reading at a time may be taken in.
   */
  async replace(rows: CatalogueRows, now_ms: number): Promise<PlanSlot[]> {
    this.#products = new Map(rows.products.map((product) => [product.product_id, product]))
    this.#place(rows.placements)
    const unread = new Set(this.#slots.keys())
    const gone: PlanSlot[] = []
    for (const [index, plan] of rows.plans.entries()) {
      unread.delete(plan.plan_id)
      gone.push(...this.#take(plan, rows.progress, now_ms))
      if (index % PLANS_AT_ONCE === PLANS_AT_ONCE - 1) await new Promise(setImmediate)
    }
    for (const plan_id of unread) gone.push(...this.#drop(plan_id))
    return gone
  }

  /**
   * Applies changes of some plans since the last whole reading; returns those that are gone, whose leases have ended.
   * A plan of an unknown product waits for the next whole reading.
   */
  renew(rows: RenewedPlans, now_ms: number): PlanSlot[] {
    const plans = new Map(rows.plans.map((plan) => [plan.plan_id, plan]))
    return rows.plan_ids.flatMap((plan_id) => {
      const plan = plans.get(plan_id)
      return plan ? this.#take(plan, rows.progress, now_ms) : this.#drop(plan_id)
    })
  }

  /** Ends every lease, because the node stops. */
  retireAll(): PlanSlot[] {
    this.#placements = new Map()
    return [...this.#slots.keys()].flatMap((plan_id) => this.#drop(plan_id))
  }

  /** Takes a plan in as it is now; returns it where it can't be shown any more. */
  #take(plan: DeliverablePlan, progress: CatalogueRows['progress'], now_ms: number): PlanSlot[] {
    const product = this.#products.get(plan.product_id)
    if (!product || absenceOf(plan, product, now_ms) !== null) return this.#drop(plan.plan_id)
    const slot = this.#slots.get(plan.plan_id) ?? new PlanSlot(plan, product)
    slot.plan = plan
    slot.product = product
    slot.weigh(progress.get(plan.plan_id) ?? NO_PROGRESS, now_ms)
    this.#slots.set(plan.plan_id, slot)
    for (const pool of this.#pools.values()) pool.put(slot)
    return []
  }

  #drop(plan_id: string): PlanSlot[] {
    const slot = this.#slots.get(plan_id)
    if (!slot) return []
    this.#slots.delete(plan_id)
    for (const pool of this.#pools.values()) pool.delete(slot)
    slot.retire()
    return [slot]
  }

  /** Sets up the placements; the pools of kinds that were there before keep their plans. */
  #place(placements: readonly Placement[]): void {
    const before = this.#pools
    this.#pools = new Map()
    this.#placements = new Map()
    for (const placement of placements) {
      const key = poolKey(placement)
      const pool = this.#pools.get(key) ?? before.get(key) ?? this.#filledPool(placement)
      this.#pools.set(key, pool)
      const slot = new PlacementSlot(placement, pool, this.#context)
      this.#placements.set(placement.key, slot)
      this.#placements.set(placement.placement_id, slot)
    }
  }

  #filledPool(kind: PoolKind): CandidatePool {
    const pool = new CandidatePool(kind)
    for (const slot of this.#slots.values()) pool.put(slot)
    return pool
  }
}
