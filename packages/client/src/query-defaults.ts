import type { DefaultOptions } from '@tanstack/react-query'
import { ConnectionError } from './api-error.ts'

const STALE_AFTER_MS = 10_000
const CONNECTION_RETRIES = 2

/** Refusals are never tried again; lost connections twice, and only for reading. */
export const QUERY_DEFAULTS = {
  queries: {
    staleTime: STALE_AFTER_MS,
    retry: (failures: number, error: Error) =>
      error instanceof ConnectionError && failures < CONNECTION_RETRIES,
  },
  mutations: { retry: false },
} satisfies DefaultOptions
