import type { JobHandler } from '../module.ts'
import { removeUnattached } from './repository.ts'
import { UNATTACHED_KEPT_MS } from './rules.ts'

const AT_ONCE_MAX = 500

/** Removes images that nothing attached within a day. */
export const cleanUpJob: JobHandler = {
  kind: 'files.clean_up',
  every_ms: 60 * 60 * 1000,
  run: async ({ files }, tx) => {
    const names = await removeUnattached(tx, UNATTACHED_KEPT_MS, AT_ONCE_MAX)
    // Before the commit: if that fails, the rows remain and the next run removes them.
    for (const name of names) await files.remove(name)
  },
}
