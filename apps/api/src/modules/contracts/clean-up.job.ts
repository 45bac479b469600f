import type { JobHandler } from '../module.ts'
import { removeUnsigned } from './repository.ts'

/** An unsigned preview this old is removed; the next look makes a new one. */
export const UNSIGNED_KEPT_MS = 7 * 24 * 60 * 60 * 1000
const AT_ONCE_MAX = 500

/** Removes previews that nobody signed within a week. */
export const cleanUpJob: JobHandler = {
  kind: 'contracts.clean_up',
  every_ms: 60 * 60 * 1000,
  run: async ({ files }, tx) => {
    // Before the commit: if that fails, the rows remain and the next run removes them.
    for (const name of await removeUnsigned(tx, UNSIGNED_KEPT_MS, AT_ONCE_MAX)) await files.remove(name)
  },
}
