import type { Transaction } from '../../../database/database.ts'
import { recentlyUsed } from '../../../lib/recently-used.ts'
import type { Services } from '../../services.ts'
import { type RecordScope, type SettledFigures, settledFigures } from './loss-record.repository.ts'

/** With fewer settled plans than this, the next wider circle's figures are used (PRODUCT §2.7). */
export const SETTLED_PLANS_MIN = 30n
const FRESH_MS = 15_000
const KEPT_MAX = 10_000

/** The circle whose figures a record shows. */
export type LossBasis = 'product' | 'advertiser' | 'platform'

/** Results of settled plans over twelve months, net of all costs. */
export interface LossRecord {
  basis: LossBasis
  figures: SettledFigures
  since: Date
  as_of: Date
}

/** Results of one customer's settled plans, for customers who consider following them. */
export interface LeaderRecord extends Omit<LossRecord, 'basis'> {
  basis: 'leader' | 'platform'
  worst_month: { month: string; permille: bigint } | null
  own_settled_plans: bigint
  left_out_plans: bigint
}

/** The circles to try, narrowest first. */
export function circlesOf(product: { product_id: string; advertiser_id: string } | null) {
  const platform = { basis: 'platform', scope: 'platform' } as const
  if (!product) return [platform]
  return [
    { basis: 'product', scope: { product_id: product.product_id } },
    { basis: 'advertiser', scope: { advertiser_id: product.advertiser_id } },
    platform,
  ] as const
}

/** Twelve months before `time`. */
export function twelveMonthsBefore(time: Date): Date {
  const since = new Date(time)
  since.setUTCFullYear(since.getUTCFullYear() - 1)
  return since
}

/**
 * Loss records, computed from results and cached for a few seconds, so that a list of products queries the database
 * once. One instance per process.
 */
export class LossRecords {
  readonly #kept = recentlyUsed<string, { figures: SettledFigures; as_of: Date }>(KEPT_MAX)

  /** The record for a product, or for the whole platform if `product` is null. System scope. */
  async of(
    services: Services,
    tx: Transaction,
    product: { product_id: string; advertiser_id: string } | null,
  ): Promise<LossRecord> {
    const circles = circlesOf(product)
    for (const { basis, scope } of circles) {
      const { figures, as_of } = await this.#figures(services, tx, scope)
      if (basis === 'platform' || figures.settled_plans >= SETTLED_PLANS_MIN) {
        return { basis, figures, since: twelveMonthsBefore(as_of), as_of }
      }
    }
    throw new RangeError('No loss record was found, not even the platform’s own')
  }

  async #figures(services: Services, tx: Transaction, scope: RecordScope) {
    const key = scope === 'platform' ? scope : Object.values(scope).join()
    const now = services.clock.now()
    const kept = this.#kept.get(key)
    if (kept && now.getTime() - kept.as_of.getTime() < FRESH_MS) return kept
    const figures = await settledFigures(tx, scope, twelveMonthsBefore(now), now)
    const fresh = { figures, as_of: now }
    this.#kept.set(key, fresh)
    return fresh
  }
}
