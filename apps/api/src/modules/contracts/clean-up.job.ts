import type { JobHandler } from '../module.ts'
import { removeUnsigned } from './repository.ts'

/** A preview that nobody signed by then is removed; looking again makes it anew. */
export const UNSIGNED_KEPT_MS = 7 * 24 * 60 * 60 * 1000
const AT_ONCE_MAX = 500

/** Removes previews that nobody signed within a week. */
export const cleanUpJob: JobHandler = {
  kind: 'contracts.clean_up',
  every_ms: 60 * 60 * 1000,
  run: async ({ files }, tx) => {
    // Before the commit: bytes that are gone while their row is not are removed with it an hour later.
    for (const name of await removeUnsigned(tx, UNSIGNED_KEPT_MS, AT_ONCE_MAX)) await files.remove(name)
  },
}
