import type { FallStep, NoFillReason } from '@adtally/contract/operator/market/delivery.ts'
import { QUARTER_MS } from '../../../lib/time-zones.ts'
import { weekHour } from '../../../lib/week-hours.ts'
import {
  type ApprovedCreative,
  assetUrl,
  chargeOf,
  type EligibleProduct,
  type Placement,
} from '../../marketplace/index.ts'
import type { ChargedOn, PlanBudget } from '../budget/plan-budget.ts'
import { idToBytes } from '../events/binary-id.ts'
import { Candidate, type DecisionContext } from './candidate.ts'
import type { CandidatePool } from './candidate-pool.ts'
import type { PlanSlot } from './plan-slot.ts'
import { type BidObstacle, draw, type Obstacle } from './selection.ts'
import { missedTarget, takes } from './targeting.ts'
import type { Visit, Visitor } from './visitor.ts'

/** Why a placement shows a visitor nothing at all. */
type PlacementRefusal = 'placement_closed' | 'placement_country'

/** Where a plan falls on its way to being drawn, in this order. */

/** A creative as its page gets it, its id as bytes, and what other faces make of it. */
export interface ShownCreative {
  json: string
  id: Buffer
  approved: ApprovedCreative
  asset_url: string
}

interface DrawOptions {
  leased_only: boolean
  /** Plans that are not drawn. */
  beside?: ReadonlySet<string>
  /** Why a plan may not answer this request, where it asks for more than the placement does. */
  obstacleTo?: ((slot: PlanSlot) => BidObstacle | null) | undefined
  /** At least 0 and below 1. */
  random?: () => number
}

/** A placement, and the pool from which plans are drawn for it. */
export class PlacementSlot {
  readonly terms: Placement
  readonly charge_micros: bigint
  readonly placement_bytes: Buffer
  readonly publisher_bytes: Buffer
  readonly charged_on: ChargedOn
  readonly #pool: CandidatePool
  readonly #context: DecisionContext
  readonly #creatives = new WeakMap<EligibleProduct, readonly ShownCreative[]>()
  /** The quarter of an hour that `#week_hour` is of: in every zone an hour begins with one. */
  #quarter = -1
  #week_hour = 0

  constructor(terms: Placement, pool: CandidatePool, context: DecisionContext) {
    this.terms = terms
    this.charge_micros = chargeOf(terms)
    this.placement_bytes = idToBytes(terms.placement_id)
    this.publisher_bytes = idToBytes(terms.publisher_id)
    this.charged_on = terms.price_model === 'CPC' ? 'click' : 'impression'
    this.#pool = pool
    this.#context = context
  }

  /**
   * Draws a plan for a visitor's device that is not `beside` it already, or answers why none can be shown. A plan without
   * a lease can be drawn if one may be asked for, unless `leased_only`; its candidate then takes nothing before the lease
   * is there.
   */
  draw(
    visitor: Visitor,
    device: string,
    { leased_only, beside, obstacleTo, random = Math.random }: DrawOptions,
  ): Candidate | NoFillReason {
    const refusal = this.#refusalOf(visitor)
    if (refusal !== null) return refusal === 'placement_closed' ? refusal : 'targeting'
    const groups = this.#pool.matching(this.#visitOf(visitor))
    if (groups.length === 0) return this.#emptyReason()
    const drawn = draw(
      groups,
      random,
      (slot) =>
        beside?.has(slot.plan.plan_id)
          ? 'no_plan'
          : (obstacleTo?.(slot) ?? this.#obstacleOf(slot, device, leased_only)),
      (slot) => slot.scoreOn(this.terms.placement_id, random),
    )
    return typeof drawn === 'string'
      ? drawn
      : new Candidate(drawn, this.#budgetOf(drawn), this, this.#context)
  }

  /** Why no plan of the pool is for a visit. */
  #emptyReason(): NoFillReason {
    if (this.#pool.size > 0) return 'targeting'
    return this.#pool.is_blocked ? 'blocked' : 'no_plan'
  }

  /** Whether a plan that was drawn here, and has waited for its lease, may still be shown to this device. */
  mayStillShow({ slot }: Candidate, device: string): boolean {
    return !slot.is_gone && this.#obstacleOf(slot, device, true) === null
  }

  /**
   * Where a plan falls on its way to being drawn here for a visitor's device, by what `draw` itself asks; null if it could
   * be drawn.
   */
  fallOf(
    slot: PlanSlot,
    visitor: Visitor,
    device: string,
    { leased_only }: { leased_only: boolean },
  ): FallStep | null {
    const missed =
      this.#refusalOf(visitor) ??
      this.#pool.misfit(slot) ??
      missedTarget(slot.product, this.#visitOf(visitor))
    if (missed !== null) return missed
    const obstacle = this.#obstacleOf(slot, device, leased_only)
    return obstacle === 'no_plan' ? 'placement_paused' : obstacle
  }

  /** One of a product's creatives that fit. */
  creative(product: EligibleProduct, random: number): ShownCreative {
    const creatives = this.#creativesOf(product)
    const chosen = creatives[Math.floor(random * creatives.length)]
    // A product without a creative of the format is in none of the placement's pools.
    if (!chosen) throw new Error(`the product ${product.product_id} has no creative for this placement`)
    return chosen
  }

  #refusalOf({ country }: Visitor): PlacementRefusal | null {
    if (!this.terms.is_open) return 'placement_closed'
    return takes(this.terms.countries, country) ? null : 'placement_country'
  }

  /** The visitor at the present hour on this placement's clocks. */
  #visitOf(visitor: Visitor): Visit {
    const { now_ms } = this.#context
    const quarter = Math.floor(now_ms / QUARTER_MS)
    if (quarter !== this.#quarter) {
      this.#quarter = quarter
      this.#week_hour = weekHour(this.terms.time_zone, now_ms)
    }
    return { ...visitor, week_hour: this.#week_hour }
  }

  #obstacleOf(slot: PlanSlot, device: string, leased_only: boolean): Obstacle | null {
    const { shows, caps, now_ms } = this.#context
    const { plan } = slot
    if (plan.paused_placements.includes(this.terms.placement_id)) return 'no_plan'
    if (shows.isOver(plan, device, now_ms, caps)) return 'device_cap'
    if (now_ms >= plan.ends_at.getTime()) return 'budget'
    const budget = this.#budgetOf(slot)
    if (budget.leases.has(this.charge_micros, now_ms)) return null
    if (!budget.mayLease(this.charge_micros, now_ms)) return budget.refusal
    return leased_only ? 'budget' : null
  }

  #budgetOf(slot: PlanSlot): PlanBudget {
    return slot.budget(this.charged_on)
  }

  #creativesOf(product: EligibleProduct): readonly ShownCreative[] {
    const known = this.#creatives.get(product)
    if (known) return known
    const creatives = creativesFor(product, this.terms, this.#context.public_origin)
    this.#creatives.set(product, creatives)
    return creatives
  }
}

/** A product's creatives in the placement's format, only those of its exact shape if there are any. */
export function creativesFor(
  product: EligibleProduct,
  placement: Placement,
  public_origin: string,
): ShownCreative[] {
  const fitting = product.creatives.filter(({ kind }) => kind === placement.format)
  const same_shape = fitting.filter(
    ({ width, height }) => width * placement.height === height * placement.width,
  )
  return (same_shape.length > 0 ? same_shape : fitting).map((creative) => {
    const asset_url = assetUrl(public_origin, creative.asset_hash)
    return {
      id: idToBytes(creative.creative_id),
      json: JSON.stringify({
        creative_id: creative.creative_id,
        kind: creative.kind,
        headline: creative.headline,
        body: creative.body,
        asset_url,
        width: placement.width,
        height: placement.height,
      }),
      approved: creative,
      asset_url,
    }
  })
}
