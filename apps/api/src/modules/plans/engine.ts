import type { RawBuilder } from 'kysely'
import { recentlyUsed } from '../../lib/recently-used.ts'
import type { ShownProduct } from '../marketplace/index.ts'
import { productsByIds } from '../marketplace/index.ts'
import type { Services } from '../services.ts'
import { ChargebackRecords } from './corrections/corrections.ts'
import type { PlacingOriginKind } from './placing/placing-origin.ts'
import type { ProfitSharing, Rebates } from './placing/settlement-terms.ts'
import { LossRecords } from './products/loss-record.ts'
import { ProductFiguresKeeper } from './products/product-figures.ts'
import type { DeliveryGate } from './running/delivery-gate.ts'

const PRODUCTS_MAX = 10_000

/** What plans need from modules above them. All are required, because a missing one would settle money wrongly. */
export interface PlansNeeds {
  /** Delivery's part. */
  readonly gate: DeliveryGate
  /** Following's part. */
  readonly sharing: ProfitSharing
  /** VIP's part. */
  readonly rebates: Rebates
  /** The coupons module's part: how a coupon is used for a plan. */
  readonly coupon_origin: PlacingOriginKind
  /** The statistics module's part: a query of the `impressions`, `clicks` and `conversions` of each `plan_id`. */
  readonly delivered: RawBuilder<unknown>
}

/** The plans module's in-memory state and its needs. */
export class PlansEngine implements PlansNeeds {
  readonly gate: DeliveryGate
  readonly sharing: ProfitSharing
  readonly rebates: Rebates
  readonly coupon_origin: PlacingOriginKind
  readonly delivered: RawBuilder<unknown>
  readonly loss_records = new LossRecords()
  readonly product_figures: ProductFiguresKeeper
  readonly chargebacks = new ChargebackRecords()
  readonly #products = recentlyUsed<string, ShownProduct>(PRODUCTS_MAX)

  constructor({ gate, sharing, rebates, coupon_origin, delivered }: PlansNeeds) {
    this.gate = gate
    this.sharing = sharing
    this.rebates = rebates
    this.coupon_origin = coupon_origin
    this.delivered = delivered
    this.product_figures = new ProductFiguresKeeper(delivered)
  }

  /**
   * A product's terms, or null if there is no such product. Terms never change (the database enforces it), so they
   * are cached; whether the product is open is read in the transaction that depends on it.
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

/** Created once per process. */
export function createPlans(needs: PlansNeeds): PlansEngine {
  return new PlansEngine(needs)
}
