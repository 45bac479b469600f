import type { PasskeyAnswer } from '@adtally/contract/identity/passkey.ts'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { acceptedStep, readWallClock } from '../../operators/index.ts'
import type { Services } from '../../services.ts'
import type { HasherTurn } from '../passwords/password-hasher.ts'
import { openContact } from '../profile/contact-sealing.ts'
import { judgePasskey } from './judge-passkey.ts'
import { type FactorUse, newQuestion, passkeyPlace } from './passkey-question.ts'
import { passkeysOf } from './passkeys.repository.ts'
import { openCode, spelledCode } from './recovery-code.ts'
import {
  lockSecondFactor,
  recoveryCodes,
  type SecondFactorRow,
  updateSecondFactor,
  useRecoveryCode,
} from './second-factors.repository.ts'

/** As for the transaction password (PRODUCT §7). */
const FAILURES_MAX = 5
const LOCK_MS = 15 * 60_000
/** Before all steps of an app. */
const NO_STEP = -1n

/** The result of checking what was shown. */
export type CheckedFactor = { kind: 'app' | 'passkey' | 'recovery' } | { kind: 'refused'; refusal: Refusal }

/** The proof of a factor: an app's or recovery code, or a passkey's answer; without any, a question is asked. */
export interface FactorProof {
  second_factor?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

/** The proof, with the hasher's turn that a recovery code needs. */
export interface ShownFactor extends FactorProof {
  turn: HasherTurn | null
}

/**
 * Runs `work` with what is shown. For a recovery code the turn comes first, as with the transaction password: no
 * connection waits for a turn, and one customer's codes share one. Throws what `work` throws.
 */
export function withFactorTurn<T>(
  { identity: { hasher, password_tries } }: Services,
  customer_id: string,
  proof: FactorProof,
  work: (shown: ShownFactor) => Promise<T>,
): Promise<T> {
  const { second_factor } = proof
  if (second_factor === undefined || isAppCode(second_factor)) return work({ ...proof, turn: null })
  return password_tries.run(`recovery code ${customer_id}`, () =>
    hasher.withTurn((turn) => work({ ...proof, turn })),
  )
}

function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/**
 * Requires the second factor where one is set up, except at sign-ins that do not ask for it. What is shown is valid
 * once, a passkey's answer only for this `use`. Call it outside any transaction, so that a try counts whatever
 * follows. Throws `second_factor_required` with what would do, `second_factor_wrong`, `second_factor_locked`,
 * `passkey_wrong`, `passkey_counter_back`, each with the field to blame.
 */
export async function checkSecondFactor(
  services: Services,
  customer_id: string,
  proof: FactorProof,
  use: FactorUse,
): Promise<void> {
  const verdict = await withFactorTurn(services, customer_id, proof, (shown) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const row = await lockSecondFactor(tx, customer_id)
      if (!row?.set_at || (use.kind === 'sign_in' && !row.at_sign_in_since)) return null
      return await judge(services, tx, row, shown, use)
    }),
  )
  if (verdict?.kind === 'refused') throw verdict.refusal
}

/** Checks what is shown against a locked row and counts failures; commit whatever the result. */
export async function judge(
  services: Services,
  tx: Transaction,
  row: SecondFactorRow,
  { second_factor, passkey, turn }: ShownFactor,
  use: FactorUse,
): Promise<CheckedFactor> {
  if (passkey) return await judgeAnswer(services, tx, row, passkey, use)
  if (second_factor !== undefined)
    return await judgeCode(services, tx, row, { code: second_factor, turn }, 'second_factor')
  const { customer_id, confirmed_at } = row
  const place = passkeyPlace(services)
  const passkeys = place ? await passkeysOf(tx, customer_id) : []
  const asks = {
    app: confirmed_at !== null,
    passkey: place && passkeys.length > 0 ? await newQuestion(tx, passkeys, place, customer_id, use) : null,
  }
  const details = { field: 'second_factor', data: { asks } }
  return { kind: 'refused', refusal: new Refusal('second_factor_required', details) }
}

/** As `judge`, for a code only; without a turn no recovery code is accepted. */
export async function judgeCode(
  services: Services,
  tx: Transaction,
  row: SecondFactorRow,
  { code, turn }: { code: string; turn: HasherTurn | null },
  field: string,
): Promise<CheckedFactor> {
  const { customer_id, secret_sealed } = row
  const locked = lockedRefusal(services, row, field)
  if (locked) return locked
  if (isAppCode(code)) {
    const last_step = secret_sealed && (await stepOf(services, tx, { ...row, secret_sealed }, code))
    if (last_step !== null) {
      await updateSecondFactor(tx, customer_id, { last_step, attempts: 0, locked_until: null })
      return { kind: 'app' }
    }
    // A right code sent twice, as by two taps, is no guess: it is refused without counting.
    if (
      secret_sealed &&
      (await stepOf(services, tx, { ...row, secret_sealed, last_step: NO_STEP }, code)) !== null
    ) {
      return { kind: 'refused', refusal: new Refusal('second_factor_wrong', { field }) }
    }
  } else if (turn) {
    const outcome = await tryRecoveryCode(services, tx, customer_id, code, turn)
    if (outcome === 'used') {
      await updateSecondFactor(tx, customer_id, { attempts: 0, locked_until: null })
      return { kind: 'recovery' }
    }
    // As with the app's code: a used one was known, or sent twice.
    if (outcome === 'used_before') {
      return { kind: 'refused', refusal: new Refusal('second_factor_wrong', { field }) }
    }
  }
  return await countFailure(services, tx, row, 'second_factor_wrong', field)
}

/** Uses up a matching recovery code; one computation checks all of them. */
async function tryRecoveryCode(
  services: Services,
  tx: Transaction,
  customer_id: string,
  code: string,
  turn: HasherTurn,
): Promise<'used' | 'used_before' | 'unknown'> {
  const kept = new Map<string, Buffer>()
  for (const sealed of await recoveryCodes(tx, customer_id)) {
    const code_hash = openCode(services, customer_id, sealed)
    if (code_hash !== null) kept.set(code_hash, sealed)
  }
  const [known] = kept.keys()
  if (known === undefined) return 'unknown'
  const found = kept.get(await turn.hashLike(known, spelledCode(code)))
  if (found === undefined) return 'unknown'
  return (await useRecoveryCode(tx, customer_id, found)) ? 'used' : 'used_before'
}

/** The step of an app's code, unless that step or a later one was used before. */
async function stepOf(
  { settings }: Services,
  tx: Transaction,
  { customer_id, secret_sealed, last_step }: SecondFactorRow & { secret_sealed: Buffer },
  code: string,
): Promise<bigint | null> {
  const secret = openContact(settings.secret, customer_id, secret_sealed, 'identity-second-factor')
  // An authenticator's clock is the real one, however far a sandbox's was advanced.
  return acceptedStep(Buffer.from(secret, 'hex'), code, await readWallClock(tx), last_step)
}

async function judgeAnswer(
  services: Services,
  tx: Transaction,
  row: SecondFactorRow,
  answer: PasskeyAnswer,
  use: FactorUse,
): Promise<CheckedFactor> {
  const { customer_id } = row
  const locked = lockedRefusal(services, row, 'passkey')
  if (locked) return locked
  const verdict = await judgePasskey(services, tx, customer_id, answer, use)
  if (verdict === 'right') {
    await updateSecondFactor(tx, customer_id, { attempts: 0, locked_until: null })
    return { kind: 'passkey' }
  }
  if (verdict === 'counter_back') {
    await audit.append(tx, {
      actor: { kind: 'program' },
      action: 'passkey.counter_back',
      subject: { kind: 'customer', id: customer_id },
      customer_id,
    })
  }
  return await countFailure(services, tx, row, `passkey_${verdict}`, 'passkey')
}

function lockedRefusal(
  { clock }: Services,
  { locked_until }: SecondFactorRow,
  field: string,
): CheckedFactor | null {
  if (locked_until === null || locked_until <= clock.now()) return null
  return {
    kind: 'refused',
    refusal: new Refusal('second_factor_locked', { field, deadline: locked_until }),
  }
}

/** Counts a failed try; the fifth in a row locks, whatever their kinds. */
async function countFailure(
  { clock }: Services,
  tx: Transaction,
  { customer_id, attempts: before }: SecondFactorRow,
  reason: 'second_factor_wrong' | 'passkey_wrong' | 'passkey_counter_back',
  field: string,
): Promise<CheckedFactor> {
  const attempts = before + 1
  const locked_until = attempts >= FAILURES_MAX ? new Date(clock.now().getTime() + LOCK_MS) : null
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
  return { kind: 'refused', refusal: new Refusal(reason, details) }
}
