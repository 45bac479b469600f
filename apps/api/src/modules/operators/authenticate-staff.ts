import type { Transaction } from '../../database/database.ts'
import * as audit from '../audit/index.ts'
import type { Staff } from '../module.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { decryptSecret, passwordFits } from './credentials.ts'
import { findStaffForUpdate, readWallClock, type StaffRecord, updateStaff } from './repository.ts'
import { afterFailure, FAILURES_MAX } from './rules.ts'
import { acceptedStep } from './totp.ts'

/** The purpose of the key that second-factor secrets are encrypted under. */
export const SECOND_FACTOR_KEY = 'staff-second-factor'

/**
 * Who signs in with username, password and, where they have one (on a live ledger everybody), a code of their
 * second factor. Throws `staff_credentials_wrong` whatever is wrong; five failures lock for 15 minutes. Tries at
 * one account are made one after another, and success and failure both go to the audit log.
 */
export async function authenticateStaff(
  services: Services,
  username: string,
  password: string,
  totp?: string,
): Promise<Staff> {
  const staff = await services.database.transaction({ kind: 'system' }, async (tx) => {
    const record = await findStaffForUpdate(tx, username)
    const open = record && isOpen(record, services.clock.now()) ? record : undefined
    const password_fits = await passwordFits(open?.password_hash ?? null, password)
    if (!open) return null
    const step = password_fits ? await secondFactorStep(services, tx, open, totp) : null
    if (step === null) {
      await recordFailure(services, tx, open)
      return null
    }
    await updateStaff(tx, open.staff_id, { failures: 0, locked_until: null, totp_last_step: step })
    const known: Staff = { staff_id: open.staff_id, username: open.username, roles: open.roles }
    await audit.append(tx, {
      actor: { kind: 'staff', staff: known },
      action: 'staff.signed_in',
      subject: { kind: 'staff', id: open.staff_id },
    })
    return known
  })
  if (!staff) throw new Refusal('staff_credentials_wrong')
  return staff
}

function isOpen(record: StaffRecord, now: Date): boolean {
  const is_locked = record.locked_until !== null && record.locked_until > now
  return record.password_hash !== null && record.disabled_at === null && !is_locked
}

/** The second factor's step that `code` stands for; the last one where none is asked; null where it is wrong. */
async function secondFactorStep(
  services: Services,
  tx: Transaction,
  record: StaffRecord,
  code: string | undefined,
): Promise<bigint | null> {
  if (!record.totp_secret) return services.settings.ledger_mode === 'live' ? null : record.totp_last_step
  const secret = decryptSecret(services.settings.secret(SECOND_FACTOR_KEY), record.totp_secret)
  return acceptedStep(secret, code ?? '', await readWallClock(tx), record.totp_last_step)
}

async function recordFailure(services: Services, tx: Transaction, record: StaffRecord): Promise<void> {
  const after = afterFailure(record.failures, services.clock.now())
  await updateStaff(tx, record.staff_id, after)
  await audit.append(tx, {
    actor: { kind: 'program' },
    action: after.locked_until ? 'staff.sign_in_locked' : 'staff.sign_in_failed',
    subject: { kind: 'staff', id: record.staff_id },
    details: { username: record.username, failures: after.locked_until ? FAILURES_MAX : after.failures },
  })
}
