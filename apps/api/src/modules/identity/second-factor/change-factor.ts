import type { Transaction } from '../../../database/database.ts'
import { publish } from '../../../database/outbox.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import type { Caller } from '../../route.ts'
import type { Services } from '../../services.ts'
import { TRANSACTION_PASSWORD_RESET_TOPIC } from '../facts.ts'
import type { HasherTurn } from '../passwords/password-hasher.ts'
import { checkTransactionPassword } from '../passwords/transaction-password.ts'
import { type SecurityNotice, tellOfSecurity } from '../profile/tell-of-security.ts'
import { endSessions } from '../sessions/sessions.repository.ts'
import { type FactorProof, judge, withFactorTurn } from './check-second-factor.ts'
import { endGrants } from './grants.repository.ts'
import { deleteChallenges } from './passkeys.repository.ts'
import { newRecoveryCodes, sealCode, spelledCode } from './recovery-code.ts'
import {
  insertRecoveryCodes,
  lockSecondFactor,
  markReset,
  markSet,
  type SecondFactorRow,
} from './second-factors.repository.ts'

/** The factor's customer, and the session that changes it, which goes on. */
export type Changer = Pick<Caller, 'customer_id' | 'session_id'>

/** The proof that every change requires. */
export interface ChangeProof extends FactorProof {
  password: string
}

/**
 * Makes a change after checking the transaction password and, where a factor is set up, a factor shown for this very
 * `change`. `work` gets the locked row, if any, and what was shown (null where no factor is required yet). Throws the
 * refusals of both, and what `work` throws: then a try is not counted, as nobody else's was right.
 */
export async function changeFactor<Result>(
  services: Services,
  { customer_id, session_id }: Changer,
  { password, ...proof }: ChangeProof,
  change: string,
  work: (
    tx: Transaction,
    row: SecondFactorRow | undefined,
    shown: 'app' | 'passkey' | 'recovery' | null,
  ) => Promise<Result>,
): Promise<Result> {
  await checkTransactionPassword(services, customer_id, password)
  const outcome = await withFactorTurn(services, customer_id, proof, (shown) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const row = await lockSecondFactor(tx, customer_id)
      if (!row?.set_at) return { done: await work(tx, row, null) }
      const verdict = await judge(services, tx, row, shown, { kind: 'change', change, session_id })
      if (verdict.kind === 'refused') return verdict
      return { done: await work(tx, row, verdict.kind) }
    }),
  )
  if ('refusal' in outcome) throw outcome.refusal
  services.identity.keeper.forgetCustomer(customer_id)
  return outcome.done
}

/**
 * What follows a new app or passkey: a factor is required from now on, other sessions end, since they have not shown
 * it, and earlier questions and grants are void. Returns recovery codes for the first factor, hashed slowly in the
 * caller's `turn`, and none for another.
 */
export async function afterAdding(
  services: Services,
  tx: Transaction,
  { customer_id, session_id }: Changer,
  { is_first, turn }: { is_first: boolean; turn: HasherTurn },
): Promise<string[]> {
  await endGrants(tx, customer_id)
  await deleteChallenges(tx, customer_id)
  await endSessions(tx, customer_id, session_id, 'second_factor_changed')
  if (!is_first) return []
  await markSet(tx, customer_id)
  const recovery_codes = newRecoveryCodes()
  const hashes = await turn.hashSet(recovery_codes.map(spelledCode))
  const sealed = hashes.map((code_hash) => sealCode(services, customer_id, code_hash))
  await insertRecoveryCodes(tx, customer_id, sealed)
  return recovery_codes
}

/** Makes withdrawals wait as after a password reset: the code shown may have been found (PRODUCT §7). */
export async function makeWait(tx: Transaction, customer_id: string): Promise<void> {
  await markReset(tx, customer_id)
  await publish(tx, TRANSACTION_PASSWORD_RESET_TOPIC, { customer_id }, customer_id)
}

/** Logs a change and tells its customer. */
export async function tellOfFactor(
  tx: Transaction,
  customer_id: string,
  { action, notice, actor = { kind: 'customer', customer_id } }: FactorChange,
): Promise<void> {
  await audit.append(tx, { actor, action, subject: { kind: 'customer', id: customer_id }, customer_id })
  await tellOfSecurity(tx, customer_id, notice)
}

interface FactorChange {
  action: string
  notice: SecurityNotice
  actor?: audit.Actor
}

/** Throws `second_factor_not_set` where there is no factor to change. */
export function needSet(row: SecondFactorRow | undefined): asserts row is SecondFactorRow {
  if (!row?.set_at) throw new Refusal('second_factor_not_set')
}
