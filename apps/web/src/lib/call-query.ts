import type { Call, RequestOf } from '@adtally/contract/call.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { request } from './api.ts'

/** Query options of a reading call; the key is the call's name and input. */
export function callQuery<C extends Call>(call: C, input: RequestOf<C> & object) {
  return queryOptions({
    queryKey: [call.name, input] as const,
    queryFn: ({ signal }) => request(call, input, { signal }),
  })
}

/** A page of a cursor list (PRODUCT §16). */
interface CursorPage {
  items: readonly unknown[]
  next_cursor: string | null
}

/** Query options of a list that loads page by page; the key is the call's name and input. */
export function pagedQuery<C extends Call & { response: z.ZodMiniType<CursorPage> }>(
  call: C,
  input: RequestOf<C> & object,
) {
  return pagesQuery([call.name, input], (cursor, signal) => request(call, { ...input, cursor }, { signal }))
}

/** Like `pagedQuery`, for pages that are not just a call's answer; `fetchPage` gets the cursor. */
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
