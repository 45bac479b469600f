import { clockAdvance, clockShow } from '@adtally/contract/operator/house/sandbox-clock.ts'
import { advanceClock } from '../../database/time/advance-clock.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { staffVerb } from '../module.ts'
import { readClock } from './repository.ts'

/** `clock-advance`: moves the sandbox's clock, so that testers need not wait for windows and deadlines. */
export const clockAdvanceVerb = staffVerb(clockAdvance, ({ database, settings }, staff, { by, reason }) => {
  if (settings.ledger_mode !== 'sandbox') throw new Refusal('sandbox_only')
  return database.transaction({ kind: 'system' }, async (tx) => {
    const before = await readClock(tx)
    await advanceClock(tx, by, staff.session_token)
    const after = await readClock(tx)
    await audit.byStaff(tx, staff, {
      action: 'clock.advanced',
      subject: { kind: 'clock', id: 'sandbox' },
      reason,
      details: { by_ms: by, before: before.now, after: after.now },
    })
    return after
  })
})

export const clockShowVerb = staffVerb(clockShow, ({ database }) =>
  database.transaction({ kind: 'system' }, readClock),
)
