import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ShownProduct } from '../marketplace/index.ts'
import { productsByIds } from '../marketplace/index.ts'
import type { Services } from '../services.ts'
import { ChargebackRecords } from './corrections/corrections.ts'
import type { PlacingOriginKind } from './placing/placing-origin.ts'
import { NO_REBATES, NO_SHARING, type ProfitSharing, type Rebates } from './placing/settlement-terms.ts'
import { LossRecords } from './products/loss-record.ts'
import { ProductFiguresKeeper } from './products/product-figures.ts'
import { type DeliveryGate, UNKNOWN_DELIVERY } from './running/delivery-gate.ts'

declare module '../services.ts' {
  interface Services {
    plans: PlansEngine
  }
}

const PRODUCTS_MAX = 10_000

/** What the plans module keeps in a process's memory. */
export class PlansEngine {
  /** Answered by delivery, once that has set it. */
  gate: DeliveryGate = UNKNOWN_DELIVERY
  /** Answered by following, once that has set it. */
  sharing: ProfitSharing = NO_SHARING
  /** Answered by VIP, once that has set it. */
  rebates: Rebates = NO_REBATES
  /** How a coupon is used for a plan, once coupons have said so; null: none can be. */
  coupon_origin: PlacingOriginKind | null = null
  readonly loss_records = new LossRecords()
  readonly product_figures = new ProductFiguresKeeper()
  readonly chargebacks = new ChargebackRecords()
  readonly #products = new LRUCache<string, ShownProduct>({ max: PRODUCTS_MAX })

  /**
   * A product's terms, or null where there is none. They never change once made (the database holds that), so that
   * what is kept stays right; whether it is open is asked in the transaction that relies on it.
   */
  async termsOf(services: Services, product_id: string): Promise<ShownProduct | null> {
    const known = this.#products.get(product_id)
    if (known) return known
    const found = await services.database.transaction({ kind: 'system' }, (tx) =>
      productsByIds(tx, [product_id]),
    )
    const product = found.get(product_id) ?? null
    if (product) this.#products.set(product_id, product)
    return product
  }
}

/** Lets delivery answer what plans have to ask it; called once, in delivery's `create`. */
export function setDeliveryGate(services: Services, gate: DeliveryGate): void {
  services.plans.gate = gate
}

/** Lets coupons be used for plans; called once, in the coupons' `create`. */
export function setCouponOrigin(services: Services, origin: PlacingOriginKind): void {
  services.plans.coupon_origin = origin
}

/**
 * Lets statistics answer what was delivered of plans: a query of `plan_id`, `impressions`, `clicks` and `conversions`.
 * Called once, in the statistics' `create`.
 */
export function setDelivered(services: Services, delivered: RawBuilder<unknown>): void {
  services.plans.product_figures.delivered = delivered
}
