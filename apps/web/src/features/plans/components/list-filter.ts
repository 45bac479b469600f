import { PLAN_STATUSES, PRODUCT_SORTS, PRODUCT_TYPES, PUSH_KINDS } from '@adtally/contract/enums.ts'
import { useSearchParams } from 'react-router'
import type { PlanFilter } from '../api/plans.ts'
import type { ProductFilter } from '../api/products.ts'

/** The orders of the plan list, the default first. */
export const SORTS = ['newest', 'oldest', 'amount', 'profit'] as const

/** The product filter in the page's address. */
export function productFilterIn(search: URLSearchParams): ProductFilter {
  const words = search.get('search')?.trim()
  const type = PRODUCT_TYPES.find((each) => each === search.get('type'))
  const push = PUSH_KINDS.find((each) => each === search.get('push'))
  const sort = PRODUCT_SORTS.find((each) => each === search.get('sort') && each !== PRODUCT_SORTS[0])
  return {
    ...(words ? { search: words } : {}),
    ...(type ? { type } : {}),
    ...(push ? { push } : {}),
    ...(sort ? { sort } : {}),
  }
}

/** The plan filter in the page's address. */
export function planFilterIn(search: URLSearchParams): PlanFilter {
  const words = search.get('search')?.trim()
  const status = PLAN_STATUSES.find((each) => each === search.get('status'))
  const sort = SORTS.find((each) => each === search.get('sort'))
  return { ...(words ? { search: words } : {}), ...(status ? { status } : {}), ...(sort ? { sort } : {}) }
}

/** The page's address, and a function that sets one member of it, so that filters survive navigation. */
export function useAddress(): [URLSearchParams, (name: string, value: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const change = (name: string, value: string | undefined) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [search, change]
}
