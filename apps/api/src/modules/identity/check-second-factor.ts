import type { Transaction } from '../../database/database.ts'
import * as audit from '../audit/index.ts'
import { acceptedStep, readWallClock } from '../operators/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { openContact } from './contact-sealing.ts'
import { recoveryCodeHash } from './recovery-code.ts'
import {
  lockSecondFactor,
  type SecondFactorRow,
  updateSecondFactor,
  useRecoveryCode,
} from './second-factors.repository.ts'

/** As of the transaction password (PRODUCT §7). */
const FAILURES_MAX = 5
const LOCK_MS = 15 * 60_000

/** What a code turned out to be. */
export type Verdict = { kind: 'app' } | { kind: 'recovery' } | { kind: 'refused'; refusal: Refusal }

/** What a code is asked for: money that moves, or, where the customer wants that, signing in. */
export type FactorUse = 'money' | 'sign_in'

/**
 * Asks for a code of the second factor where one is set up; nothing where none is, nor at a sign-in that does not ask for it.
 * A code is good once. Call it outside any transaction: a try counts whatever follows. Throws `second_factor_required`,
 * `second_factor_wrong`, `second_factor_locked`, each with the field to blame.
 */
export async function checkSecondFactor(
  services: Services,
  customer_id: string,
  code: string | undefined,
  use: FactorUse = 'money',
): Promise<void> {
  const field = 'second_factor'
  const verdict = await services.database.transaction({ kind: 'system' }, async (tx) => {
    const row = await lockSecondFactor(tx, customer_id)
    if (!row?.confirmed_at || (use === 'sign_in' && !row.at_sign_in_since)) return null
    if (code === undefined) {
      return { kind: 'refused', refusal: new Refusal('second_factor_required', { field }) } as const
    }
    return await judge(services, tx, row, code, field)
  })
  if (verdict?.kind === 'refused') throw verdict.refusal
}

/** Judges a code against a locked row, and counts: the row then says what the answer says, so commit either way. */
export async function judge(
  services: Services,
  tx: Transaction,
  row: SecondFactorRow,
  code: string,
  field: string,
): Promise<Verdict> {
  const { customer_id } = row
  const now = services.clock.now()
  if (row.locked_until !== null && row.locked_until > now) {
    const details = { field, deadline: row.locked_until }
    return { kind: 'refused', refusal: new Refusal('second_factor_locked', details) }
  }
  if (/^\d{6}$/.test(code)) {
    const secret = openContact(
      services.settings.secret,
      customer_id,
      row.secret_sealed,
      'identity-second-factor',
    )
    // An authenticator's clock is the world's, whatever a sandbox's was advanced to.
    const wall_clock = await readWallClock(tx)
    const last_step = acceptedStep(Buffer.from(secret, 'hex'), code, wall_clock, row.last_step)
    if (last_step !== null) {
      await updateSecondFactor(tx, customer_id, { last_step, attempts: 0, locked_until: null })
      return { kind: 'app' }
    }
  } else if (await useRecoveryCode(tx, customer_id, recoveryCodeHash(code))) {
    await updateSecondFactor(tx, customer_id, { attempts: 0, locked_until: null })
    return { kind: 'recovery' }
  }
  const attempts = row.attempts + 1
  const locked_until = attempts >= FAILURES_MAX ? new Date(now.getTime() + LOCK_MS) : null
  await updateSecondFactor(tx, customer_id, { attempts: locked_until ? 0 : attempts, locked_until })
  if (locked_until) {
    await audit.append(tx, {
      actor: { kind: 'program' },
      action: 'second_factor.locked',
      subject: { kind: 'customer', id: customer_id },
      customer_id,
    })
  }
  const details = { field, ...(locked_until && { deadline: locked_until }) }
  return { kind: 'refused', refusal: new Refusal('second_factor_wrong', details) }
}
