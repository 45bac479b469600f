import type { OutputOf } from '@adtally/contract/call.ts'
import type { ProductType, PushKind } from '@adtally/contract/enums.ts'
import type { lossRecordCall, productCard, productDetail, productList } from '@adtally/contract/plans.ts'
import type * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { escrowFree, openProducts, productsByIds } from '../marketplace/index.ts'
import { cutPage, keyOf } from '../paging.ts'
import * as policies from '../policies/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { presentLossRecord, presentProduct, presentProductDetail } from './presenter.ts'

/** A page of open products, newest first, each with its loss record (PRODUCT §2.7). Throws `cursor_invalid`. */
export async function productPage(
  services: Services,
  query: {
    search?: string | undefined
    type?: ProductType | undefined
    push?: PushKind | undefined
    cursor?: string | undefined
    limit: number
  },
): Promise<OutputOf<typeof productList>> {
  const { search, type, push, limit } = query
  const before = keyOf(query.cursor)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const found = await openProducts(tx, { search, type, push, before, limit: limit + 1 })
    const page = cutPage(found, limit, ({ product_id }) => product_id)
    const items = []
    for (const product of page.items) {
      const record = await services.plans.loss_records.of(services, tx, product)
      items.push(presentProduct(product, record, services.settings.public_origin))
    }
    return { items, next_cursor: page.next_cursor }
  })
}

/** One product, open or not, because plans keep pointing to it. Throws `product_not_found`. */
export async function productPageOf(
  services: Services,
  product_id: string,
): Promise<OutputOf<typeof productDetail>> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const product = (await productsByIds(tx, [product_id])).get(product_id)
    if (!product) throw new Refusal('product_not_found', { field: 'product_id' })
    const record = await services.plans.loss_records.of(services, tx, product)
    const free = await escrowFree(tx, [product.advertiser_id])
    return presentProductDetail(
      product,
      record,
      policies.current(services),
      free.get(product.advertiser_id) ?? 0n,
      services.settings.public_origin,
    )
  })
}

/** The whole platform's loss record, shown on registration (PRODUCT §2.7). */
export async function platformLossRecord(services: Services): Promise<OutputOf<typeof lossRecordCall>> {
  return await services.database.transaction({ kind: 'system' }, async (tx) =>
    presentLossRecord(await services.plans.loss_records.of(services, tx, null)),
  )
}

/** Products as cards, by id, open or not; unknown ids are absent. System scope. */
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
