import { textArray } from './array-parameters.ts'

/** What is written together with others that follow from other requests names its own; null: from none that is known. */
export interface FollowsFrom {
  request_id?: string | null | undefined
}

/** A `text[]` of the requests that these follow from; null, where none of them names one, for the transaction's own. */
export function requestsOf(items: readonly FollowsFrom[]): ReturnType<typeof textArray> | null {
  if (items.every(({ request_id }) => request_id === undefined)) return null
  return textArray(items.map(({ request_id }) => request_id ?? null))
}
