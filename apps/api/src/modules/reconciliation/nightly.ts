import type { Transaction } from '../../database/database.ts'
import { schedule } from '../../database/jobs.ts'
import { asRole } from '../as-role.ts'
import type { JobHandler } from '../module.ts'
import type { Services } from '../services.ts'
import { hasUntoldNights, proveAndKeep } from './reconcile.ts'
import { runOfNight, scheduleBy } from './repository.ts'
import { nightOf } from './rules.ts'

const NIGHTLY_JOB = { kind: 'reconciliation.nightly', subject_id: 'nightly' }
const UNTOLD_JOB = { kind: 'reconciliation.untold', subject_id: 'nights' }

/**
 * `reconciliation.nightly`: the proof at 02:00 UTC, once per night, whatever the clock or workers do. If the clock
 * jumps over many nights there is one run, as no proof can be about the past. A run that somebody faked does not
 * count, and the night is proved.
 */
export const nightlyJob: JobHandler = {
  kind: NIGHTLY_JOB.kind,
  async run(services, tx) {
    const { night, next_at } = nightOf(services.clock.now())
    // Schedule the next run first, because the proof checks that it is due.
    await schedule(tx, { ...NIGHTLY_JOB, due_at: next_at })
    const run = await runOfNight(tx, night)
    if (run === 'audited') await tellNights(services, tx)
    else if (run === 'faked') await proveAndKeep(services, tx, { night: null, asked_by: null })
    else await proveAndKeep(services, tx, { night, asked_by: null })
  },
}

/** `reconciliation.untold`: proves the books because of what a start found, and then repairs the nightly job. */
export const untoldNightsJob: JobHandler = {
  kind: UNTOLD_JOB.kind,
  async run(services, tx) {
    await tellNights(services, tx)
    await setNextNight(services, tx)
  },
}

/**
 * Checks the nights at start: if their job is missing or postponed, or a run is missing or faked, the books are
 * proved at once, which records the fault. Otherwise the first process to start schedules the job if there is none.
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
  if (await hasUntoldNights(tx)) await proveAndKeep(services, tx, { night: null, asked_by: null })
}

async function setNextNight(services: Services, tx: Transaction): Promise<void> {
  await scheduleBy(tx, { ...NIGHTLY_JOB, due_at: nightOf(services.clock.now()).next_at })
}
