import { ConnectionError } from './api-error.ts'

const STALE_AFTER_MS = 10_000
const CONNECTION_RETRIES = 2

/** How every reading is kept and tried: refusals never again, lost connections twice. The library tries no act again by itself. */
export const READING = {
  staleTime: STALE_AFTER_MS,
  retry: (failures: number, error: Error) =>
    error instanceof ConnectionError && failures < CONNECTION_RETRIES,
}
