import type { PartnerRole, PartnerSide } from '@adtally/contract/partner/statement/partner-call.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { Judged, NewPassword } from '../../operators/index.ts'

/** What one person's proofs are computed with. */
export interface SignInParameters {
  person_id: string
  /** Null until they are activated for the first time; that of the password before while they are to set another. */
  password_key_sealed: Buffer | null
  /** Null without a second factor. */
  factor_sealed: Buffer | null
  factor_last_step: bigint
  /** The database's wall clock, because authenticator apps ignore sandbox time. */
  wall_time: Date
  /** Whether they must set up a second factor with their next password. */
  needs_factor: boolean
}

/** The parameters of the person with this address. */
export async function signInParameters(
  tx: Transaction,
  email: string,
): Promise<SignInParameters | undefined> {
  const { rows } = await sql<SignInParameters>`
    select * from partners.sign_in_parameters(${email}::text)`.execute(tx)
  return rows[0]
}

/** What somebody shows as their second factor; null what does not fit or was not given. */
interface FactorShown {
  factor_proof: Buffer | null
  factor_step: bigint | null
  recovery_proof: Buffer | null
}

/** A try to sign in, with the token of the session that it opens if it is right. */
export interface SignInTry extends FactorShown {
  email: string
  password_proof: Buffer
  session_token: string
  /** The address that it comes from, or the network of an IPv6 one; failures count by it and the address together. */
  network: string
  /** What the browser calls itself, for its owner to know the session by. */
  device: string | null
}

/** Tries to sign in; the try is counted before it is judged. */
export async function trySignIn(tx: Transaction, tried: SignInTry): Promise<Judged> {
  const { rows } = await sql<Judged>`
    select * from partners.sign_in(${tried.email}::text, ${tried.password_proof}::bytea,
      ${tried.factor_proof}::bytea, ${tried.factor_step}::bigint, ${tried.recovery_proof}::bytea,
      ${tried.session_token}::text, ${tried.network}::text, ${tried.device}::text)`.execute(tx)
  return judgementIn(rows)
}

/** What somebody at work proves themselves with once more; `password_proof` is null where they gave no password. */
export interface ProofTry extends FactorShown, Pick<SignInTry, 'session_token' | 'network'> {
  password_proof: Buffer | null
}

/** Proves again who is at work by a session; the try is counted as one to sign in is. Throws if the session has ended. */
export async function tryProof(tx: Transaction, tried: ProofTry): Promise<Judged> {
  const { rows } = await sql<Judged>`
    select * from partners.prove(${tried.session_token}::text, ${tried.password_proof}::bytea,
      ${tried.factor_proof}::bytea, ${tried.factor_step}::bigint, ${tried.recovery_proof}::bytea,
      ${tried.network}::text)`.execute(tx)
  return judgementIn(rows)
}

/** Sets a new password for the session's owner if the old one is proved; ends all their sessions. */
export async function changePassword(
  tx: Transaction,
  session_token: string,
  old_proof: Buffer,
  { password_key_sealed, password_proof }: NewPassword,
): Promise<Judged> {
  const { rows } = await sql<Judged>`
    select * from partners.change_password(${session_token}::text, ${old_proof}::bytea, ${password_key_sealed}::bytea,
      ${password_proof}::bytea)`.execute(tx)
  return judgementIn(rows)
}

/** Puts other recovery codes in place; false if the session's owner has no second factor. */
export async function setRecoveryCodes(
  tx: Transaction,
  session_token: string,
  recovery_proofs: readonly Buffer[],
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select partners.renew_recovery_codes(${session_token}::text, ${[...recovery_proofs]}::bytea[]) as done`.execute(
    tx,
  )
  return rows[0]?.done === true
}

function judgementIn([judged]: readonly Judged[]): Judged {
  if (!judged) throw new Error('The database answered no verdict on a try to sign in')
  return judged
}

/** Somebody of a partner's, as the database knows them. */
export interface PersonAtWork {
  person_id: string
  email: string
  role: PartnerRole
  side: PartnerSide
  party_id: string
}

/** The owner of a session, which is thereby extended; undefined if there is none or it has ended. */
export async function findSession(
  tx: Transaction,
  session_token: string,
): Promise<(PersonAtWork & { is_fresh: boolean }) | undefined> {
  const { rows } = await sql<PersonAtWork & { is_fresh: boolean }>`
    select * from partners.resume_session(${session_token}::text)`.execute(tx)
  return rows[0]
}

/** A live session, as its owner sees it. */
export interface OwnSession extends PersonAtWork {
  session_id: string
  party_name: string
  device: string | null
  network: string
  opened_at: Date
  /** When it was last used, to the minute. */
  seen_at: Date
  /** When it ends if it is not used again. */
  ends_at: Date
  proof_ends_at: Date
  /** Whether it is the one that asks. */
  is_this: boolean
}

/** The live sessions of a session's owner, the one used last first; empty if it has ended itself. Extends none. */
export async function ownSessions(tx: Transaction, session_token: string): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select * from partners.own_sessions(${session_token}::text)`.execute(tx)
  return rows
}

/** Ends one session of a session's owner, or if `session_id` is null all but the one that asks; answers how many. */
export async function endOwnSessions(
  tx: Transaction,
  session_token: string,
  session_id: string | null,
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select partners.end_own_sessions(${session_token}::text, ${session_id}::uuid) as ended`.execute(tx)
  return rows[0]?.ended ?? 0
}

/** Ends a session if it is still open. */
export async function endSession(tx: Transaction, session_token: string): Promise<void> {
  await sql`select partners.sign_out(${session_token}::text)`.execute(tx)
}

export interface NewCredentials extends NewPassword {
  email: string
  first_code: string
  second_code: string
  factor_sealed: Buffer | null
  factor_proof: Buffer | null
  /** Of the codes that stand in for the second factor. */
  recovery_proofs: readonly Buffer[]
  /** The new password's proof as it would be by the key of the one before. */
  former_proof: Buffer
}

/** Whether credentials were set, or why not: a code is wrong or has ended, or the password is the same as before. */
export type FirstCredentials = 'activated' | 'wrong' | 'same'

/** Sets the first credentials, once, with both halves of the activation code. */
export async function setFirstCredentials(tx: Transaction, given: NewCredentials): Promise<FirstCredentials> {
  const { rows } = await sql<{ outcome: FirstCredentials }>`
    select partners.activate(${given.email}::text, ${given.first_code}::text, ${given.second_code}::text,
      ${given.password_key_sealed}::bytea, ${given.password_proof}::bytea, ${given.factor_sealed}::bytea,
      ${given.factor_proof}::bytea, ${[...given.recovery_proofs]}::bytea[], ${given.former_proof}::bytea) as outcome`.execute(
    tx,
  )
  return rows[0]?.outcome ?? 'wrong'
}
