import type { RawBuilder } from 'kysely'
import type { Services } from '../../services.ts'
import { circlesOf, type LossBasis, SETTLED_PLANS_MIN, twelveMonthsBefore } from './loss-record.ts'
import { type ProductSums, productSums, type SettledSums } from './product-figures.repository.ts'

const FRESH_MS = 60_000

const NOTHING: SettledSums = {
  settled_plans: 0n,
  losing_plans: 0n,
  impressions: 0n,
  clicks: 0n,
  conversions: 0n,
  spend_micros: 0n,
}

/** Sums of plans settled in twelve months, by product, by advertiser and in all, as of one moment. */
export class ProductFigures {
  readonly #products = new Map<string, SettledSums>()
  readonly #advertisers = new Map<string, SettledSums>()
  #platform: SettledSums = NOTHING

  constructor(rows: readonly ProductSums[]) {
    for (const row of rows) {
      this.#products.set(row.product_id, row)
      this.#advertisers.set(row.advertiser_id, together(this.#advertisers.get(row.advertiser_id), row))
      this.#platform = together(this.#platform, row)
    }
  }

  /** The product's own sums, however few plans it has; zeros if none. */
  of(product_id: string): SettledSums {
    return this.#products.get(product_id) ?? NOTHING
  }

  /** The sums for a product's record; with too few settled plans, the next wider circle's (PRODUCT §2.7). */
  recordOf(product: { product_id: string; advertiser_id: string }): { basis: LossBasis; sums: SettledSums } {
    for (const { basis, scope } of circlesOf(product)) {
      const sums = this.#in(scope)
      if (basis === 'platform' || sums.settled_plans >= SETTLED_PLANS_MIN) return { basis, sums }
    }
    throw new RangeError('No figures were found, not even the platform’s own')
  }

  #in(scope: ReturnType<typeof circlesOf>[number]['scope']): SettledSums {
    if (scope === 'platform') return this.#platform
    return 'product_id' in scope
      ? this.of(scope.product_id)
      : (this.#advertisers.get(scope.advertiser_id) ?? NOTHING)
  }
}

function together(left: SettledSums = NOTHING, right: SettledSums): SettledSums {
  return {
    settled_plans: left.settled_plans + right.settled_plans,
    losing_plans: left.losing_plans + right.losing_plans,
    impressions: left.impressions + right.impressions,
    clicks: left.clicks + right.clicks,
    conversions: left.conversions + right.conversions,
    spend_micros: left.spend_micros + right.spend_micros,
  }
}

/**
 * Caches product figures for a minute per process, so that sorted lists read the database at most once in that time.
 */
export class ProductFiguresKeeper {
  readonly #delivered: RawBuilder<unknown>
  #kept: { as_of: Date; figures: Promise<ProductFigures> } | null = null

  /** `delivered`: a query of what each plan delivered. */
  constructor(delivered: RawBuilder<unknown>) {
    this.#delivered = delivered
  }

  /** Figures at most a minute old. Call it outside a transaction, as it starts its own. */
  async now(services: Services): Promise<ProductFigures> {
    const now = services.clock.now()
    const kept = this.#kept
    if (kept && now.getTime() - kept.as_of.getTime() < FRESH_MS) return await kept.figures
    const figures = services.database.transaction(
      { kind: 'system' },
      async (tx) => new ProductFigures(await productSums(tx, this.#delivered, twelveMonthsBefore(now), now)),
    )
    const fresh = { as_of: now, figures }
    this.#kept = fresh
    // A failed reading is not cached, so that the next call tries again.
    figures.catch(() => {
      if (this.#kept === fresh) this.#kept = null
    })
    return await figures
  }
}
