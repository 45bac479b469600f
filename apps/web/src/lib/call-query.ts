import { type CursorPage, pagesQuery } from '@adtally/client/pages-query.ts'
import type { Call, RequestOf } from '@adtally/contract/call.ts'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { request } from './api.ts'

/** Query options of a reading call; the key is the call's name and input. */
export function callQuery<C extends Call>(call: C, input: RequestOf<C> & object) {
  return queryOptions({
    queryKey: [call.name, input] as const,
    queryFn: ({ signal }) => request(call, input, { signal }),
  })
}

/** Query options of a list that loads page by page; the key is the call's name and input. */
export function pagedQuery<C extends Call & { response: z.ZodMiniType<CursorPage> }>(
  call: C,
  input: RequestOf<C> & object,
) {
  return pagesQuery([call.name, input], (cursor, signal) => request(call, { ...input, cursor }, { signal }))
}
