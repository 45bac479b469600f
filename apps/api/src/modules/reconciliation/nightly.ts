import { schedule } from '../../database/jobs.ts'
import * as audit from '../audit/index.ts'
import type { JobHandler } from '../module.ts'
import type { Services } from '../services.ts'
import { reconcile } from './reconcile.ts'
import { hasRun, scheduleFirst } from './repository.ts'
import { nightOf } from './rules.ts'

const NIGHTLY_JOB = 'reconciliation.nightly'

/**
 * `reconciliation.nightly`: the proof of the night at 02:00 UTC, once for each night whatever clock or workers do; a
 * clock that jumps over many nights makes one run, for no proof is of the past.
 */
export const nightlyJob: JobHandler = {
  kind: NIGHTLY_JOB,
  async run(services, tx) {
    const { night, next_at } = nightOf(services.clock.now())
    if (!(await hasRun(tx, night))) {
      const { run_id, differences, opened } = await reconcile(services, tx, { night, asked_by: null })
      await audit.append(tx, {
        actor: { kind: 'program' },
        action: 'reconciliation.run',
        subject: { kind: 'reconciliation_run', id: run_id },
        details: { night, differences, opened },
      })
    }
    await schedule(tx, { kind: NIGHTLY_JOB, subject_id: 'nightly', due_at: next_at })
  },
}

/** Sets the first night's run, where none is set: by whichever process starts first. */
export async function startNights(services: Services): Promise<() => Promise<void>> {
  if (services.settings.roles.includes('worker')) {
    await services.database.transaction({ kind: 'system' }, (tx) =>
      scheduleFirst(tx, NIGHTLY_JOB, nightOf(services.clock.now()).next_at),
    )
  }
  return async () => {}
}
