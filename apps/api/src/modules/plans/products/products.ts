import type { OutputOf } from '@adtally/contract/call.ts'
import type { ProductSort } from '@adtally/contract/enums.ts'
import type { lossRecordCall } from '@adtally/contract/plans/plans.ts'
import type { productCard, productDetail, productList } from '@adtally/contract/plans/products.ts'
import type { Micros } from '@adtally/money/money.ts'
import type * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import {
  escrowFree,
  openProducts,
  productsByIds,
  rankedProducts,
  type ShopFilter,
  type ShownProduct,
} from '../../marketplace/index.ts'
import { cutPage, keyOf, type Page } from '../../paging.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { presentCompared, presentLossRecord, presentProduct, presentProductDetail } from '../presenter.ts'
import type { ProductFigures } from './product-figures.ts'
import { inOrder, type KeyedSort, parsePlace, writePlace } from './product-order.ts'

export interface ProductListInput extends ShopFilter {
  sort?: ProductSort | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * A page of open products, newest first by default, each with its loss record (PRODUCT §2.7) and figures to compare.
 * Throws `cursor_invalid`.
 */
export async function productPage(
  services: Services,
  input: ProductListInput,
): Promise<OutputOf<typeof productList>> {
  const figures = await services.plans.product_figures.now(services)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const { sort = 'newest' } = input
    const page =
      sort === 'newest' ? await newestProducts(tx, input) : await orderedProducts(tx, figures, input, sort)
    const free = await escrowFreeOf(tx, page.items)
    const items = []
    for (const product of page.items) {
      const record = await services.plans.loss_records.of(services, tx, product)
      items.push({
        ...presentProduct(product, record, services.settings.public_origin),
        ...presentCompared(product, figures.of(product.product_id), free.get(product.advertiser_id) ?? 0n),
      })
    }
    return { items, next_cursor: page.next_cursor }
  })
}

async function newestProducts(tx: Transaction, input: ProductListInput): Promise<Page<ShownProduct>> {
  const { cursor, limit, sort: _newest, ...filter } = input
  const found = await openProducts(tx, { ...filter, before: keyOf(cursor), limit: limit + 1 })
  return cutPage(found, limit, ({ product_id }) => product_id)
}

/** Figures change with every settlement and top-up, so all open products are sorted on each call. */
async function orderedProducts(
  tx: Transaction,
  figures: ProductFigures,
  input: ProductListInput,
  sort: KeyedSort,
): Promise<Page<ShownProduct>> {
  const after = input.cursor === undefined ? null : parsePlace(input.cursor, sort)
  const products = await rankedProducts(tx, input)
  const escrow_free = sort === 'capacity' ? await escrowFreeOf(tx, products) : new Map<string, Micros>()
  const places = inOrder(sort, products, { figures, escrow_free }, after)
  const { items, next_cursor } = cutPage(places, input.limit, (last) => writePlace(sort, last))
  const shown = await productsByIds(
    tx,
    items.map(({ product_id }) => product_id),
  )
  return { items: items.flatMap(({ product_id }) => shown.get(product_id) ?? []), next_cursor }
}

async function escrowFreeOf(
  tx: Transaction,
  products: readonly { advertiser_id: string }[],
): Promise<Map<string, Micros>> {
  return await escrowFree(tx, [...new Set(products.map(({ advertiser_id }) => advertiser_id))])
}

/** One product, even if closed, because plans keep pointing to it. Throws `product_not_found`. */
export async function productPageOf(
  services: Services,
  product_id: string,
): Promise<OutputOf<typeof productDetail>> {
  const figures = await services.plans.product_figures.now(services)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const product = (await productsByIds(tx, [product_id])).get(product_id)
    if (!product) throw new Refusal('product_not_found', { field: 'product_id' })
    const record = await services.plans.loss_records.of(services, tx, product)
    const free = await escrowFree(tx, [product.advertiser_id])
    return presentProductDetail(product, {
      record,
      sums: figures.of(product_id),
      policy: policies.current(services),
      escrow_free_micros: free.get(product.advertiser_id) ?? 0n,
      public_origin: services.settings.public_origin,
    })
  })
}

/** The whole platform's loss record, shown on registration (PRODUCT §2.7). */
export async function platformLossRecord(services: Services): Promise<OutputOf<typeof lossRecordCall>> {
  return await services.database.transaction({ kind: 'system' }, async (tx) =>
    presentLossRecord(await services.plans.loss_records.of(services, tx, null)),
  )
}

/** Products as cards, by id, even if closed; unknown ids are absent. System scope. */
export async function productCards(
  services: Services,
  tx: Transaction,
  product_ids: readonly string[],
): Promise<Map<string, z.infer<typeof productCard>>> {
  const cards = new Map<string, z.infer<typeof productCard>>()
  for (const [product_id, product] of await productsByIds(tx, [...new Set(product_ids)])) {
    const record = await services.plans.loss_records.of(services, tx, product)
    cards.set(product_id, presentProduct(product, record, services.settings.public_origin))
  }
  return cards
}
