import { proportion } from '@adtally/money/money.ts'
import { assetUrl, chargeOf, type EligibleProduct, type Placement } from '../../marketplace/index.ts'
import type { DeviceDays } from './device-days.ts'
import type { PlanSlot } from './plan-slot.ts'
import type { Contender, TargetingRules } from './selection.ts'
import type { TokenCodec, TokenTemplate } from './token.ts'

/** What every decision of a node needs besides the plans. */
export interface DecisionContext {
  codec: TokenCodec
  devices: DeviceDays
  public_origin: string
  /** The time of the decision being made, set before each. */
  now_ms: number
  /** Times a day that a device is shown a plan (policy). */
  daily_cap: number
  /** Requests another lease of a plan; at most one at a time. */
  requestLease(slot: PlanSlot, charge_micros: bigint): void
}

/** One plan on one placement. */
export class PlacedPlan implements Contender {
  readonly slot: PlanSlot
  readonly targeting: TargetingRules
  readonly charge_micros: bigint
  readonly #placement: Placement
  readonly #context: DecisionContext
  readonly #creatives: readonly string[]
  #template: TokenTemplate | null = null
  #template_lease = ''

  /** `creatives` are those of `creativesFor`. */
  constructor(slot: PlanSlot, placement: Placement, creatives: readonly string[], context: DecisionContext) {
    this.slot = slot
    this.#placement = placement
    this.#context = context
    this.targeting = slot.product
    this.charge_micros = chargeOf(placement)
    this.#creatives = creatives
  }

  get weight(): bigint {
    return this.slot.weight
  }

  isCapped(device: string): boolean {
    const { devices, daily_cap, now_ms } = this.#context
    return devices.seen(this.slot.plan.plan_id, device, now_ms) >= daily_cap
  }

  /** As `Contender`; requests the next lease in time. */
  hasBudget(): boolean {
    const { now_ms } = this.#context
    const { leases } = this.slot
    if (now_ms >= this.slot.plan.ends_at.getTime()) return false
    const has = leases.has(this.charge_micros, now_ms)
    if (leases.isLow(now_ms, LEASE_AHEAD_MS)) this.#context.requestLease(this.slot, this.charge_micros)
    return has
  }

  /** Counts a token against its lease and the device's day, and returns its template; null without budget. */
  take(device: string): TokenTemplate | null {
    const { codec, devices, now_ms } = this.#context
    const lease_id = this.slot.leases.take(this.charge_micros, now_ms)
    if (lease_id === null) return null
    devices.add(this.slot.plan.plan_id, device, now_ms)
    if (!this.#template || this.#template_lease !== lease_id) {
      const { plan_id, platform_fee_percent } = this.slot.plan
      this.#template = codec.template({
        charged_on_click: this.#placement.price_model === 'CPC',
        official: this.#placement.push === 'official',
        video: this.#placement.format === 'video',
        plan_id,
        placement_id: this.#placement.placement_id,
        lease_id,
        publisher_id: this.#placement.publisher_id,
        charge_micros: this.charge_micros,
        fee_micros: proportion(this.charge_micros, platform_fee_percent, 100n),
      })
      this.#template_lease = lease_id
    }
    return this.#template
  }

  /** One of the fitting creatives, as JSON. */
  creative(random: number): string {
    return this.#creatives[Math.floor(random * this.#creatives.length)] ?? ''
  }
}

const LEASE_AHEAD_MS = 5_000

/** Whether a plan may be shown on a placement at all: format, push, category, countries, promotional money. */
export function isCompatible(slot: PlanSlot, placement: Placement): boolean {
  const { plan, product } = slot
  if (plan.official_only && placement.push !== 'official') return false
  if (!product.push.includes(placement.push)) return false
  if (placement.categories_refused.includes(product.category)) return false
  return product.creatives.some(({ kind }) => kind === placement.format)
}

/** JSON of a product's creatives in the placement's format, only those of its exact shape if there are any. */
export function creativesFor(
  product: EligibleProduct,
  placement: Placement,
  public_origin: string,
): string[] {
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
