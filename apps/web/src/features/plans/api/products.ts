import { isGone } from '@adtally/client/is-gone.ts'
import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { productDetail, productList } from '@adtally/contract/plans/products.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery, pagedQuery } from '../../../lib/call-query.ts'

export type ProductCard = OutputOf<typeof productList>['items'][number]
export type Product = OutputOf<typeof productDetail>
export type LossRecord = ProductCard['loss_record']
export type Creative = Product['creatives'][number]

/** Products by words in the name, type and kind of placements, and their order. */
export type ProductFilter = Pick<RequestOf<typeof productList>, 'search' | 'type' | 'push' | 'sort'>

/** Products that can be advertised, page by page. */
export function productsQuery(filter: ProductFilter) {
  return pagedQuery(productList, filter)
}

/** A product with its terms. */
export function productQuery(product_id: string) {
  return { ...callQuery(productDetail, { product_id }), meta: { saysGone: true } }
}

/** Products with their terms, in the given order; missing ones are left out. */
export function comparedQuery(product_ids: readonly string[]) {
  return queryOptions({
    queryKey: [productDetail.name, { product_ids }] as const,
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(
        product_ids.map((product_id) => request(productDetail, { product_id }, { signal })),
      )
      return answers.flatMap((answer) => {
        if (answer.status === 'fulfilled') return answer.value
        if (isGone(answer.reason)) return []
        throw answer.reason
      })
    },
  })
}
