import { infiniteQueryOptions } from '@tanstack/react-query'

/** A page of a cursor list (PRODUCT §16). */
export interface CursorPage {
  items: readonly unknown[]
  next_cursor: string | null
}

/** Query options of a list that loads page by page; `fetchPage` gets the cursor. */
export function pagesQuery<P extends CursorPage>(
  key: readonly unknown[],
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam ?? undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: P) => page.next_cursor,
  })
}
