import { because } from '@adtally/contract/fields.ts'
import { reasonText } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { advanceClock } from '../../database/time/advance-clock.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { staffVerb } from '../module.ts'
import { readClock } from './repository.ts'
import { EVERY_ROLE, parseDuration } from './rules.ts'

const ADVANCE_MS_MAX = 400n * 86_400_000n

const duration = z.pipe(
  z.string({ error: because('field_invalid') }),
  z.transform((text: string, context): bigint => {
    const by_ms = parseDuration(text)
    if (by_ms === null || by_ms > ADVANCE_MS_MAX) {
      context.issues.push({ code: 'custom', message: 'field_invalid', input: text })
    }
    return by_ms ?? 0n
  }),
)

/** `clock-advance`: moves the sandbox's clock, so that testers need not wait for windows and deadlines. */
export const clockAdvanceVerb = staffVerb({
  name: 'clock-advance',
  summary:
    'Move the sandbox clock forward, --by 90s, 30m, 72h, 8d or 1d12h (at most 400 days); never on a live ledger',
  roles: ['admin', 'risk', 'finance_maker', 'finance_checker'],
  once: true,
  input: z.strictObject({ by: duration, reason: z.optional(reasonText) }),
  run: ({ database, settings }, staff, { by, reason }) => {
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
  },
})

export const clockShowVerb = staffVerb({
  name: 'clock-show',
  summary: "The program's time, and how far a sandbox was advanced",
  roles: EVERY_ROLE,
  input: z.strictObject({}),
  run: ({ database }) => database.transaction({ kind: 'system' }, readClock),
})
