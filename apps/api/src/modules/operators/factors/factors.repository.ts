import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { MadePasskey } from '../../../lib/passkey-signature.ts'

/** What a passkey is asked for. */
export type PasskeyUse = 'sign_in' | 'proof' | 'make'

/** Keeps a question for five minutes; `session_token` is null where somebody wants to sign in. */
export async function askPasskey(
  tx: Transaction,
  challenge: string,
  use: PasskeyUse,
  session_token: string | null,
): Promise<void> {
  await sql`select operators.ask_passkey(${challenge}::text, ${use}::text, ${session_token}::text)`.execute(
    tx,
  )
}

/** Whose passkey it is, and its sealed key. */
export interface PasskeyParameters {
  staff_id: string
  username: string
  key_sealed: Buffer
}

/** What a passkey's signature is checked with; undefined if nobody who may sign in has it. */
export async function passkeyParameters(
  tx: Transaction,
  credential_id: Buffer,
): Promise<PasskeyParameters | undefined> {
  const { rows } = await sql<PasskeyParameters>`
    select * from operators.passkey_parameters(${credential_id}::bytea)`.execute(tx)
  return rows[0]
}

export type PasskeyOutcome = 'right' | 'wrong' | 'counter_back'

/** A passkey's answer as the program found it: without `key_proof` its signature is not good. */
export interface PasskeyTry {
  challenge: string
  credential_id: Buffer
  key_proof: Buffer | null
  sign_count: number | null
}

/** Where a session by a passkey is opened, and the browser's tokens: the one it has and the one it may get. */
export interface SessionByPasskey {
  session_token: string
  network: string
  device: string | null
  browser_token: string | null
  new_browser_token: string | null
}

/** Tries to sign in by a passkey, which uses its question up; answers the token that the browser keeps. */
export async function trySignInByPasskey(
  tx: Transaction,
  { challenge, credential_id, key_proof, sign_count }: PasskeyTry,
  opened: SessionByPasskey,
): Promise<{ outcome: PasskeyOutcome; browser_token: string | null }> {
  const { rows } = await sql<{ outcome: PasskeyOutcome; browser_token: string | null }>`
    select * from operators.sign_in_by_passkey(${challenge}::text, ${credential_id}::bytea, ${key_proof}::bytea,
      ${sign_count}::bigint, ${opened.session_token}::text, ${opened.network}::text, ${opened.device}::text,
      ${opened.browser_token}::text, ${opened.new_browser_token}::text)`.execute(tx)
  return rows[0] ?? { outcome: 'wrong', browser_token: null }
}

/** Tries to prove again who is at work by a session. Throws if the session has ended. */
export async function tryProofByPasskey(
  tx: Transaction,
  session_token: string,
  { challenge, credential_id, key_proof, sign_count }: PasskeyTry,
  network: string,
): Promise<PasskeyOutcome> {
  const { rows } = await sql<{ outcome: PasskeyOutcome }>`
    select operators.prove_by_passkey(${session_token}::text, ${challenge}::text, ${credential_id}::bytea,
      ${key_proof}::bytea, ${sign_count}::bigint, ${network}::text) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'wrong'
}

/** A new passkey, to be kept by a session's owner. */
export interface NewStaffPasskey extends Pick<MadePasskey, 'credential_id' | 'sign_count' | 'transports'> {
  passkey_id: string
  challenge: string
  name: string
  key_sealed: Buffer
  key_proof: Buffer
}

export type AddingOutcome = 'added' | 'wrong' | 'too_many' | 'stale'

/** Keeps a new passkey, which uses its question up. */
export async function insertPasskey(
  tx: Transaction,
  session_token: string,
  made: NewStaffPasskey,
): Promise<AddingOutcome> {
  const { rows } = await sql<{ outcome: AddingOutcome }>`
    select operators.add_passkey(${session_token}::text, ${made.challenge}::text, ${made.passkey_id}::uuid,
      ${made.credential_id}::bytea, ${made.name}::text, ${made.transports}::text[], ${made.key_sealed}::bytea,
      ${made.key_proof}::bytea, ${made.sign_count}::bigint) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'wrong'
}

/** Takes a passkey of a session's owner away; `last`: on a live ledger one second factor has to stay. */
export async function deletePasskey(
  tx: Transaction,
  session_token: string,
  passkey_id: string,
): Promise<'removed' | 'unknown' | 'last'> {
  const { rows } = await sql<{ outcome: 'removed' | 'unknown' | 'last' }>`
    select operators.remove_passkey(${session_token}::text, ${passkey_id}::uuid) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'unknown'
}

/** What somebody proves themselves with beside the password. */
export interface OwnFactors {
  has_app: boolean
  recovery_codes: bigint
  checks_money_from: Date | null
  passkeys: readonly {
    passkey_id: string
    name: string
    /** Hexadecimal. */
    credential_id: string
    transports: string[]
    added_at: string
    last_used_at: string | null
  }[]
}

/** The factors of a session's owner; undefined if the session has ended. */
export async function ownFactors(tx: Transaction, session_token: string): Promise<OwnFactors | undefined> {
  const { rows } = await sql<OwnFactors>`
    select * from operators.own_factors(${session_token}::text)`.execute(tx)
  return rows[0]
}

/** Replaces the recovery codes of a session's owner; false without a fresh proof. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  session_token: string,
  codes: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ is_done: boolean }>`
    select operators.renew_recovery_codes(${session_token}::text, ${codes}::text[]) as is_done`.execute(tx)
  return rows[0]?.is_done === true
}
