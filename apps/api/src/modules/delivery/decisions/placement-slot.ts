import { assetUrl, chargeOf, type EligibleProduct, type Placement } from '../../marketplace/index.ts'
import { Candidate, type DecisionContext } from './candidate.ts'
import type { CandidatePool } from './candidate-pool.ts'
import type { PlanSlot } from './plan-slot.ts'
import { draw, type NoFillReason, type Obstacle } from './selection.ts'
import type { Visitor } from './visitor.ts'

/** A placement, and the pool from which plans are drawn for it. */
export class PlacementSlot {
  readonly terms: Placement
  readonly charge_micros: bigint
  readonly #pool: CandidatePool
  readonly #context: DecisionContext
  readonly #candidates = new WeakMap<PlanSlot, Candidate>()
  readonly #creatives = new WeakMap<EligibleProduct, readonly string[]>()

  constructor(terms: Placement, pool: CandidatePool, context: DecisionContext) {
    this.terms = terms
    this.charge_micros = chargeOf(terms)
    this.#pool = pool
    this.#context = context
  }

  /**
   * Draws a plan for a visitor's device, or answers why none can be shown. A plan without a lease can be drawn if one may
   * be asked for, unless `leased_only`; its candidate then takes nothing before the lease is there.
   */
  draw(
    visitor: Visitor,
    device: string,
    { leased_only, random = Math.random }: { leased_only: boolean; random?: () => number },
  ): Candidate | NoFillReason {
    if (!this.terms.is_open) return 'placement_closed'
    if (!this.#takes(visitor)) return 'targeting'
    const groups = this.#pool.matching(visitor)
    if (groups.length === 0) return this.#pool.size > 0 ? 'targeting' : 'no_plan'
    const drawn = draw(groups, random, (slot) => this.#obstacleOf(slot, device, leased_only))
    return typeof drawn === 'string' ? drawn : this.#candidateOf(drawn)
  }

  /** Whether a plan that was drawn here, and has waited for its lease, may still be shown to this device. */
  mayStillShow({ slot }: Candidate, device: string): boolean {
    return !slot.is_gone && this.#obstacleOf(slot, device, true) === null
  }

  /** One of a product's creatives that fit, as JSON. */
  creative(product: EligibleProduct, random: number): string {
    const creatives = this.#creativesOf(product)
    return creatives[Math.floor(random * creatives.length)] ?? ''
  }

  #takes({ country }: Visitor): boolean {
    const { countries } = this.terms
    return countries.length === 0 || (country !== null && countries.includes(country))
  }

  #obstacleOf(slot: PlanSlot, device: string, leased_only: boolean): Obstacle | null {
    const { shows, caps, now_ms } = this.#context
    const { plan, leases } = slot
    if (plan.paused_placements.includes(this.terms.placement_id)) return 'no_plan'
    if (shows.isOver(plan, device, now_ms, caps)) return 'device_cap'
    if (now_ms >= plan.ends_at.getTime()) return 'budget'
    if (leases.has(this.charge_micros, now_ms)) return null
    if (!slot.mayLease(this.charge_micros, now_ms)) return slot.refusal
    return leased_only ? 'budget' : null
  }

  #candidateOf(slot: PlanSlot): Candidate {
    const known = this.#candidates.get(slot)
    if (known) return known
    const candidate = new Candidate(slot, this.terms, this.charge_micros, this.#context)
    this.#candidates.set(slot, candidate)
    return candidate
  }

  #creativesOf(product: EligibleProduct): readonly string[] {
    const known = this.#creatives.get(product)
    if (known) return known
    const creatives = creativesFor(product, this.terms, this.#context.public_origin)
    this.#creatives.set(product, creatives)
    return creatives
  }
}

/** JSON of a product's creatives in the placement's format, only those of its exact shape if there are any. */
function creativesFor(product: EligibleProduct, placement: Placement, public_origin: string): string[] {
  const fitting = product.creatives.filter(({ kind }) => kind === placement.format)
  const same_shape = fitting.filter(
    ({ width, height }) =>
      width !== null && height !== null && width * placement.height === height * placement.width,
  )
  return (same_shape.length > 0 ? same_shape : fitting).map((creative) =>
    JSON.stringify({
      creative_id: creative.creative_id,
      kind: creative.kind,
      headline: creative.headline,
      body: creative.body,
      asset_url: assetUrl(public_origin, creative.asset_hash),
      width: placement.width,
      height: placement.height,
    }),
  )
}
