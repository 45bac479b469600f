import { ConnectionError } from '@adtally/client/api-error.ts'
import {
  DEMO_CODE_PATH,
  DEMO_PEOPLE_PATH,
  demoCode,
  demoCodesUsedUp,
  demoPeople,
} from '@adtally/contract/demo.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'

const POLL_MS = 2_000

/** The demo issues no more codes until it restarts. */
export class CodesUsedUp extends Error {
  readonly codes: number

  constructor(codes: number) {
    super(`the demo has issued ${codes} codes`)
    this.codes = codes
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(path, init).catch((cause: unknown): never => {
    throw new ConnectionError(cause)
  })
  if (response.status === 429) {
    const { data } = z.safeParse(demoCodesUsedUp, await response.json().catch(() => null))
    if (data) throw new CodesUsedUp(data.codes)
  }
  if (!response.ok) throw new Error(`the demo answered ${response.status}`)
  return await response.json()
}

/** The customers to continue as; asked for again until the demo is ready. */
export const peopleQuery = queryOptions({
  queryKey: ['demo', 'people'],
  queryFn: async ({ signal }) => z.parse(demoPeople, await ask(DEMO_PEOPLE_PATH, { signal })).people,
  refetchInterval: ({ state }) => (state.data?.length ? false : POLL_MS),
})

/** Gets a code for registering; the page itself reports failures. Fails with `CodesUsedUp`. */
export function useNewCode() {
  return useMutation({
    meta: { handlesErrors: true },
    mutationFn: async () => z.parse(demoCode, await ask(DEMO_CODE_PATH, { method: 'POST' })).licence_code,
  })
}
