import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import { publish } from '../../database/outbox.ts'
import * as audit from '../audit/index.ts'
import type { Staff } from '../module.ts'
import { base32, totpAddress } from '../operators/index.ts'
import { Refusal } from '../refusal.ts'
import type { Caller } from '../route.ts'
import type { Services } from '../services.ts'
import { judge, type Verdict } from './check-second-factor.ts'
import { sealContact } from './contact-sealing.ts'
import { customerById } from './customers.repository.ts'
import { TRANSACTION_PASSWORD_RESET_TOPIC } from './facts.ts'
import { endGrants } from './grants.repository.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-code.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  insertRecoveryCodes,
  beginSecondFactor as keepSecret,
  lockSecondFactor,
  markConfirmed,
  markReset,
} from './second-factors.repository.ts'
import { endSessions, endSessionsWithFactor } from './sessions.repository.ts'
import { tellOfSecurity } from './tell-of-security.ts'
import { checkTransactionPassword } from './transaction-password.ts'

/** RFC 4226 §4: 160 bits. */
const SECRET_BYTES = 20

/** Since when withdrawals, and signing in too, ask for a second factor (null: they do not), and the recovery codes left. */
export async function readSecondFactor({ database }: Services, customer_id: string) {
  return await database.transaction({ kind: 'system' }, async (tx) => {
    const row = await findSecondFactor(tx, customer_id)
    return {
      since: row?.confirmed_at ?? null,
      at_sign_in_since: row?.at_sign_in_since ?? null,
      recovery_codes_left: await countRecoveryCodes(tx, customer_id),
    }
  })
}

/**
 * A new secret for an authenticator app, shown this once; nothing asks for it before `confirmSecondFactor`. Throws
 * `second_factor_set` and the transaction password's refusals.
 */
export async function beginSecondFactor(
  services: Services,
  customer_id: string,
  { password }: { password: string },
): Promise<{ secret: string; address: string }> {
  await checkTransactionPassword(services, customer_id, password)
  const { settings, database } = services
  const secret = randomBytes(SECRET_BYTES)
  const sealed = sealContact(settings.secret, customer_id, secret.toString('hex'), 'identity-second-factor')
  const username = await database.transaction({ kind: 'system' }, async (tx) => {
    if (!(await keepSecret(tx, customer_id, sealed))) throw new Refusal('second_factor_set')
    return (await customerById(tx, customer_id))?.username ?? ''
  })
  return { secret: base32(secret), address: totpAddress(settings.brand.name, username, secret) }
}

/** Whose second factor it is, and the session that changes it, which goes on. */
export type Changer = Pick<Caller, 'customer_id' | 'session_id'>

/**
 * Sets the second factor up with the app's first code; answers recovery codes, shown this once. Other sessions end: whoever
 * works by one has not shown that they have the app. Throws
 * `second_factor_not_set` where none was begun, `second_factor_set`, `second_factor_wrong`, `second_factor_locked`.
 */
export async function confirmSecondFactor(
  services: Services,
  { customer_id, session_id }: Changer,
  { code }: { code: string },
): Promise<{ recovery_codes: string[] }> {
  const recovery_codes = newRecoveryCodes()
  const verdict = await services.database.transaction({ kind: 'system' }, async (tx): Promise<Verdict> => {
    const row = await lockSecondFactor(tx, customer_id)
    if (!row) throw new Refusal('second_factor_not_set')
    if (row.confirmed_at) throw new Refusal('second_factor_set')
    const judged = await judge(services, tx, row, code, 'code')
    if (judged.kind !== 'app') return judged
    await markConfirmed(tx, customer_id)
    await insertRecoveryCodes(tx, customer_id, recovery_codes.map(recoveryCodeHash))
    // What was granted on the password alone is no longer enough.
    await endGrants(tx, customer_id)
    await endSessions(tx, customer_id, session_id, 'second_factor_changed')
    await tell(tx, customer_id, 'set')
    return judged
  })
  if (verdict.kind === 'refused') throw verdict.refusal
  services.identity.keeper.forgetCustomer(customer_id)
  return { recovery_codes }
}

/**
 * Removes the second factor; other sessions end. By a recovery code, which may have been found, withdrawals then wait as after
 * a reset of the transaction password (PRODUCT §7). Throws `second_factor_not_set`, `second_factor_wrong`, `second_factor_locked`
 * and the transaction password's refusals.
 */
export async function removeSecondFactor(
  services: Services,
  { customer_id, session_id }: Changer,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await checkTransactionPassword(services, customer_id, password)
  const verdict = await services.database.transaction({ kind: 'system' }, async (tx) => {
    const row = await lockSecondFactor(tx, customer_id)
    if (!row?.confirmed_at) throw new Refusal('second_factor_not_set')
    const judged = await judge(services, tx, row, code, 'code')
    if (judged.kind === 'refused') return judged
    await endSessions(tx, customer_id, session_id, 'second_factor_changed')
    await takeAway(tx, customer_id, { waits: judged.kind === 'recovery' })
    return judged
  })
  if (verdict.kind === 'refused') throw verdict.refusal
  services.identity.keeper.forgetCustomer(customer_id)
}

/**
 * Takes a lost second factor away, as two of the staff have agreed: withdrawals wait, and every session ends, since nobody
 * has shown by a code that theirs is the customer's.
 */
export async function takeAwayLost(tx: Transaction, customer_id: string, staff: Staff): Promise<void> {
  await endSessionsWithFactor(tx, customer_id)
  await takeAway(tx, customer_id, { waits: true, actor: { kind: 'staff', staff } })
}

/** `waits` makes withdrawals wait from now on. The customer takes it away, unless told otherwise. */
async function takeAway(
  tx: Transaction,
  customer_id: string,
  { waits, actor = { kind: 'customer', customer_id } }: { waits: boolean; actor?: audit.Actor },
): Promise<void> {
  await deleteSecondFactor(tx, customer_id)
  if (waits) {
    await markReset(tx, customer_id)
    await publish(tx, TRANSACTION_PASSWORD_RESET_TOPIC, { customer_id }, customer_id)
  }
  await tell(tx, customer_id, 'removed', actor)
}

async function tell(
  tx: Transaction,
  customer_id: string,
  change: 'set' | 'removed',
  actor: audit.Actor = { kind: 'customer', customer_id },
): Promise<void> {
  await audit.append(tx, {
    actor,
    action: `second_factor.${change}`,
    subject: { kind: 'customer', id: customer_id },
    customer_id,
  })
  await tellOfSecurity(tx, customer_id, `second_factor_${change}`)
}
