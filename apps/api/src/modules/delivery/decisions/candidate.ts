import { proportion } from '@adtally/money/money.ts'
import type { Placement } from '../../marketplace/index.ts'
import type { DeviceShows } from '../caps/device-shows.ts'
import type { Caps, ShownSubject } from '../verification/over-cap.ts'
import type { PlanSlot } from './plan-slot.ts'
import type { TokenCodec, TokenTemplate } from './token.ts'

/** What every decision of a node needs besides the plans. */
export interface DecisionContext {
  codec: TokenCodec
  shows: DeviceShows
  public_origin: string
  /** The time of the decision being made, set before each. */
  now_ms: number
  /** How often a device may be shown something (policy). */
  caps: Caps
  /** Tells other nodes what a device was shown. */
  tellShow(subject: ShownSubject, device: string, shown_at_ms: number): void
  /** Requests another lease of a plan; at most one at a time. */
  requestLease(slot: PlanSlot, charge_micros: bigint): void
}

/** The next lease is asked for so long before the present one ends. */
const LEASE_AHEAD_MS = 5_000

/** One plan on one placement, once it was drawn there: what its tokens have in common. */
export class Candidate {
  readonly slot: PlanSlot
  readonly #placement: Placement
  readonly #charge_micros: bigint
  readonly #context: DecisionContext
  #template: TokenTemplate | null = null
  #template_lease = ''

  constructor(slot: PlanSlot, placement: Placement, charge_micros: bigint, context: DecisionContext) {
    this.slot = slot
    this.#placement = placement
    this.#charge_micros = charge_micros
    this.#context = context
  }

  /**
   * Counts a token against its lease and the device's caps, and returns its template; null without a lease that covers
   * it. Asks for the next lease in time.
   */
  take(device: string): TokenTemplate | null {
    const { codec, shows, now_ms } = this.#context
    const { leases, plan } = this.slot
    const lease_id = leases.take(this.#charge_micros, now_ms)
    if (lease_id === null) return null
    if (leases.isLow(now_ms, LEASE_AHEAD_MS)) this.#context.requestLease(this.slot, this.#charge_micros)
    shows.add(plan, device, now_ms)
    this.#context.tellShow(plan, device, now_ms)
    if (!this.#template || this.#template_lease !== lease_id) {
      const { plan_id, platform_fee_percent } = plan
      this.#template = codec.template({
        charged_on_click: this.#placement.price_model === 'CPC',
        official: this.#placement.push === 'official',
        video: this.#placement.format === 'video',
        plan_id,
        placement_id: this.#placement.placement_id,
        lease_id,
        publisher_id: this.#placement.publisher_id,
        charge_micros: this.#charge_micros,
        fee_micros: proportion(this.#charge_micros, platform_fee_percent, 100n),
      })
      this.#template_lease = lease_id
    }
    return this.#template
  }
}
