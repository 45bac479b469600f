import type { Transaction } from '../../database/database.ts'
import { schedule } from '../../database/jobs.ts'
import { asRole } from '../as-role.ts'
import type { JobHandler } from '../module.ts'
import type { Services } from '../services.ts'
import { hasUntoldNights, reconcile } from './reconcile.ts'
import { hasRun, scheduleBy } from './repository.ts'
import { nightOf } from './rules.ts'

const NIGHTLY_JOB = { kind: 'reconciliation.nightly', subject_id: 'nightly' }
const UNTOLD_JOB = { kind: 'reconciliation.untold', subject_id: 'nights' }

/**
 * `reconciliation.nightly`: the proof of the night at 02:00 UTC, once for each night whatever clock or workers do; a
 * clock that jumps over many nights makes one run, for no proof is of the past. A night that is declared done by somebody
 * else is proved all the same.
 */
export const nightlyJob: JobHandler = {
  kind: NIGHTLY_JOB.kind,
  async run(services, tx) {
    const { night, next_at } = nightOf(services.clock.now())
    // The next one first: whether it is due is part of the proof.
    await schedule(tx, { ...NIGHTLY_JOB, due_at: next_at })
    if (!(await hasRun(tx, night))) await reconcile(services, tx, { night, asked_by: null })
    else await tellNights(services, tx)
  },
}

/** `reconciliation.untold`: proves the books because of what a start saw, and puts the nights' job right afterwards. */
export const untoldNightsJob: JobHandler = {
  kind: UNTOLD_JOB.kind,
  async run(services, tx) {
    await tellNights(services, tx)
    await setNextNight(services, tx)
  },
}

/**
 * Looks at the nights: where their job is gone or put off, or a run is missing or nobody's, the books are proved at once,
 * which tells it; else the job is set where none is yet, by whichever process starts first.
 */
export async function startNights(services: Services): Promise<() => Promise<void>> {
  if (services.settings.roles.includes('worker')) {
    await asRole(services, 'worker').database.transaction({ kind: 'system' }, async (tx) => {
      if (await hasUntoldNights(tx)) await schedule(tx, { ...UNTOLD_JOB, due_at: services.clock.now() })
      else await setNextNight(services, tx)
    })
  }
  return async () => {}
}

async function tellNights(services: Services, tx: Transaction): Promise<void> {
  if (await hasUntoldNights(tx)) await reconcile(services, tx, { night: null, asked_by: null })
}

async function setNextNight(services: Services, tx: Transaction): Promise<void> {
  await scheduleBy(tx, { ...NIGHTLY_JOB, due_at: nightOf(services.clock.now()).next_at })
}
