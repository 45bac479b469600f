import type { StaffRole } from '@adtally/contract/enums.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { Colleague } from '../../module.ts'
import type { NewPassword } from './proved-passwords.ts'
import type { NewSecondFactor } from './second-factor.ts'

type StoredFactor = Pick<NewSecondFactor, 'factor_sealed' | 'factor_proof'> & {
  /** As the database digests them; none without a second factor. */
  spelled_codes: readonly string[]
}

/** What one person's proofs are computed with. */
export interface SignInParameters {
  staff_id: string
  /** Null until they are activated for the first time; that of the password before while they are to set another. */
  password_key_sealed: Buffer | null
  /** Null without a second factor. */
  factor_sealed: Buffer | null
  factor_last_step: bigint
  /** The database's wall clock, because authenticator apps ignore sandbox time. */
  wall_time: Date
  /** Whether they must set up a second factor with their next password, because they lost theirs. */
  needs_factor: boolean
}

/** The parameters of the person with this username. */
export async function signInParameters(
  tx: Transaction,
  username: string,
): Promise<SignInParameters | undefined> {
  const { rows } = await sql<SignInParameters>`
    select * from operators.sign_in_parameters(${username}::text)`.execute(tx)
  return rows[0]
}

/** The database's verdict on a try; `factor_wrong` implies that the password was right. */
export interface Judged {
  outcome: 'right' | 'wrong' | 'factor_wrong' | 'locked'
  /** Set while sign-in is locked. */
  locked_until: Date | null
}

/** A try to sign in, with the token of the session that it opens if it is right. */
export interface SignInTry {
  username: string
  password_proof: Buffer
  /** Both null if no code fits. */
  factor_proof: Buffer | null
  factor_step: bigint | null
  /** As the database digests it; null if none was given. */
  recovery_code: string | null
  session_token: string
  /** The address that it comes from, the network of an IPv6 one, or `local`; failures count by it and the name together. */
  network: string
  /** What the browser calls itself, for its owner to know the session by. */
  device: string | null
  /** The browser's own token, and the one that it gets if that is none of ours. */
  browser_token: string | null
  new_browser_token: string | null
}

/** Tries to sign in; the try is counted before it is judged. */
export async function trySignIn(
  tx: Transaction,
  tried: SignInTry,
): Promise<Judged & { browser_token: string | null }> {
  const { rows } = await sql<Judged & { browser_token: string | null }>`
    select * from operators.sign_in(${tried.username}::text, ${tried.password_proof}::bytea,
      ${tried.factor_proof}::bytea, ${tried.factor_step}::bigint, ${tried.recovery_code}::text,
      ${tried.session_token}::text, ${tried.network}::text, ${tried.device}::text, ${tried.browser_token}::text,
      ${tried.new_browser_token}::text)`.execute(tx)
  return judgementIn(rows)
}

/** What somebody at work proves themselves with once more; `password_proof` is null where they gave no password. */
export interface ProofTry
  extends Pick<SignInTry, 'factor_proof' | 'factor_step' | 'session_token' | 'network' | 'browser_token'> {
  password_proof: Buffer | null
}

/** Proves again who is at work by a session; the try is counted as one to sign in is. Throws if the session has ended. */
export async function tryProof(tx: Transaction, tried: ProofTry): Promise<Judged> {
  const { rows } = await sql<Judged>`
    select * from operators.prove(${tried.session_token}::text, ${tried.password_proof}::bytea,
      ${tried.factor_proof}::bytea, ${tried.factor_step}::bigint, ${tried.network}::text,
      ${tried.browser_token}::text)`.execute(tx)
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
    select * from operators.change_password(${session_token}::text, ${old_proof}::bytea, ${password_key_sealed}::bytea,
      ${password_proof}::bytea)`.execute(tx)
  return judgementIn(rows)
}

function judgementIn<Of extends Judged>([judged]: readonly Of[]): Of {
  if (!judged) throw new Error('The database answered no verdict on a try to sign in')
  return judged
}

/** Who is at work by a session. */
interface FoundSession extends Colleague {
  is_fresh: boolean
  lacks_factor: boolean
}

/** The owner of a session, which is thereby extended; undefined if there is none or it has ended. */
export async function findSession(tx: Transaction, session_token: string): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession & { roles: StaffRole[] }>`
    select * from operators.resume_session(${session_token}::text)`.execute(tx)
  return rows[0]
}

/** A live session, as its owner sees it. */
export interface OwnSession extends Colleague {
  session_id: string
  /** Null at the command line. */
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
    select * from operators.own_sessions(${session_token}::text)`.execute(tx)
  return rows
}

/** Ends one session of a session's owner, or if `session_id` is null all but the one that asks; answers how many. */
export async function endOwnSessions(
  tx: Transaction,
  session_token: string,
  session_id: string | null,
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select operators.end_own_sessions(${session_token}::text, ${session_id}::uuid) as ended`.execute(tx)
  return rows[0]?.ended ?? 0
}

/** Ends a session if it is still open. */
export async function endSession(tx: Transaction, session_token: string): Promise<void> {
  await sql`select operators.sign_out(${session_token}::text)`.execute(tx)
}

export interface NewFounder extends NewPassword, StoredFactor {
  staff_id: string
  username: string
  display_name: string
}

/** Creates the first two members of staff; false if there are staff already. */
export async function foundStaff(tx: Transaction, founders: readonly NewFounder[]): Promise<boolean> {
  const given = founders.map(
    ({ password_key_sealed, password_proof, factor_sealed, factor_proof, spelled_codes, ...person }) => ({
      ...person,
      password_key_sealed: password_key_sealed.toString('hex'),
      password_proof: password_proof.toString('hex'),
      factor_sealed: factor_sealed?.toString('hex'),
      factor_proof: factor_proof?.toString('hex'),
      recovery_codes: spelled_codes,
    }),
  )
  const { rows } = await sql<{ made: boolean }>`
    select operators.found_staff(${JSON.stringify(given)}::jsonb) as made`.execute(tx)
  return rows[0]?.made === true
}

/** Creates the person named in an approved proposal; false if the name is taken. */
export async function addApprovedStaff(
  tx: Transaction,
  {
    proposal_id,
    staff_id,
    second_code_hash,
  }: Record<'proposal_id' | 'staff_id' | 'second_code_hash', string>,
): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    select operators.add_staff(${proposal_id}::uuid, ${staff_id}::uuid, ${second_code_hash}::text) as made`.execute(
    tx,
  )
  return rows[0]?.made === true
}

export interface NewCredentials extends NewPassword, StoredFactor {
  username: string
  first_code: string
  second_code: string
  /** The new password's proof as it would be by the key of the one before. */
  former_proof: Buffer
}

/** Whether credentials were set, or why not: a code is wrong, or the password is the same as before. */
export type FirstCredentials = 'activated' | 'wrong' | 'same'

/** Sets the first credentials, once, with both halves of the activation code. */
export async function setFirstCredentials(tx: Transaction, given: NewCredentials): Promise<FirstCredentials> {
  const { rows } = await sql<{ outcome: FirstCredentials }>`
    select operators.activate_staff(${given.username}::text, ${given.first_code}::text, ${given.second_code}::text,
      ${given.password_key_sealed}::bytea, ${given.password_proof}::bytea, ${given.factor_sealed}::bytea,
      ${given.factor_proof}::bytea, ${given.spelled_codes}::text[], ${given.former_proof}::bytea) as outcome`.execute(
    tx,
  )
  return rows[0]?.outcome ?? 'wrong'
}
