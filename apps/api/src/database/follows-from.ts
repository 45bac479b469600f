import { textArray } from './array-parameters.ts'

/** Items written together may follow from different requests, and then each names its own; null for no known one. */
export interface FollowsFrom {
  request_id?: string | null | undefined
}

/** A `text[]` of the items' requests; null for the transaction's own request, if no item names one. */
export function requestsOf(items: readonly FollowsFrom[]): ReturnType<typeof textArray> | null {
  if (items.every(({ request_id }) => request_id === undefined)) return null
  return textArray(items.map(({ request_id }) => request_id ?? null))
}
