import type { ProductSort } from '@adtally/contract/enums.ts'
import { type Micros, proportion } from '@adtally/money/money.ts'
import { isId } from '../../../database/identifiers.ts'
import { is, isWhole, readCursor, writeCursor } from '../../../lib/cursor.ts'
import type { RankedProduct } from '../../marketplace/index.ts'
import type { LossBasis } from './loss-record.ts'
import type { SettledSums } from './product-figures.repository.ts'
import type { ProductFigures } from './product-figures.ts'

/** Orders that sort by a key; `newest` sorts by id. */
export type KeyedSort = Exclude<ProductSort, 'newest'>

/** A product's position in an ordered list; products without a key come last. */
export interface Place {
  product_id: string
  key: bigint | null
}

const PER_THOUSAND = 1_000n
/** Fractions are compared in parts of this. */
const PARTS = 1_000_000n

/** Own records come first, then those of the advertiser, then the platform's. */
const BASES: Record<LossBasis, bigint> = { product: 0n, advertiser: 1n, platform: 2n }
/** More parts than any share of losing plans can have. */
const BETWEEN_BASES = 10n * PARTS

/** The cost of a thousand impressions; null without any. */
export function costPerThousand({ spend_micros, impressions }: SettledSums): Micros | null {
  return impressions === 0n ? null : proportion(spend_micros, PER_THOUSAND, impressions)
}

/** The cost of a conversion; null without any. */
export function costPerConversion({ spend_micros, conversions }: SettledSums): Micros | null {
  return conversions === 0n ? null : spend_micros / conversions
}

/** How many conversions free escrow covers. */
export function capacityOf(escrow_free_micros: Micros, payout_micros: Micros): bigint {
  return escrow_free_micros / payout_micros
}

type KeyOf = (product: RankedProduct, figures: ProductFigures, escrow_free_micros: Micros) => bigint | null

const ORDERS: Record<KeyedSort, { from: 'highest' | 'lowest'; keyOf: KeyOf }> = {
  payout: { from: 'highest', keyOf: ({ payout_micros }) => payout_micros },
  price: { from: 'lowest', keyOf: ({ product_id }, figures) => costPerThousand(figures.of(product_id)) },
  conversion_rate: {
    from: 'highest',
    keyOf: ({ product_id }, figures) => {
      const { conversions, clicks } = figures.of(product_id)
      return partsOf(conversions, clicks)
    },
  },
  cost_per_conversion: {
    from: 'lowest',
    keyOf: ({ product_id }, figures) => costPerConversion(figures.of(product_id)),
  },
  record: {
    from: 'lowest',
    keyOf: (product, figures) => {
      const { basis, sums } = figures.recordOf(product)
      const losing = partsOf(sums.losing_plans, sums.settled_plans)
      return losing === null ? null : BASES[basis] * BETWEEN_BASES + losing
    },
  },
  capacity: {
    from: 'highest',
    keyOf: ({ payout_micros }, _figures, escrow_free_micros) => capacityOf(escrow_free_micros, payout_micros),
  },
}

function partsOf(part: bigint, whole: bigint): bigint | null {
  return whole === 0n ? null : (part * PARTS) / whole
}

/** Products in an order, after a position; ties are newest first. `escrow_free` is by advertiser. */
export function inOrder(
  sort: KeyedSort,
  products: readonly RankedProduct[],
  known: { figures: ProductFigures; escrow_free: ReadonlyMap<string, Micros> },
  after: Place | null,
): Place[] {
  const { from, keyOf } = ORDERS[sort]
  const compare = (left: Place, right: Place) => {
    if (left.key !== right.key) {
      if (left.key === null) return 1
      if (right.key === null) return -1
      return left.key < right.key === (from === 'lowest') ? -1 : 1
    }
    if (left.product_id === right.product_id) return 0
    return left.product_id > right.product_id ? -1 : 1
  }
  return products
    .map((product) => ({
      product_id: product.product_id,
      key: keyOf(product, known.figures, known.escrow_free.get(product.advertiser_id) ?? 0n),
    }))
    .filter((place) => after === null || compare(after, place) < 0)
    .toSorted(compare)
}

const NO_KEY = 'none'

/** A position in a sorted list as a cursor. */
export function writePlace(sort: KeyedSort, { product_id, key }: Place): string {
  return writeCursor(sort, product_id, key ?? NO_KEY)
}

/** The position in a cursor. Throws `cursor_invalid`, also for another order's cursor. */
export function parsePlace(text: string, sort: KeyedSort): Place {
  const isKey = (part: string) => part === NO_KEY || isWhole(part)
  const [, product_id, key] = readCursor(text, is(sort), isId, isKey)
  return { product_id, key: key === NO_KEY ? null : BigInt(key) }
}
