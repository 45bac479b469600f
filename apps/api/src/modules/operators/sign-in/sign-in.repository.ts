import type { StaffRole } from '@adtally/contract/enums.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { Colleague } from '../../module.ts'
import type { NewPassword } from './credentials.ts'
import type { NewSecondFactor } from './second-factor.ts'

type StoredFactor = Pick<NewSecondFactor, 'factor_sealed' | 'factor_proof'>

/** What the proofs of one person are made of. */
export interface SignInParameters {
  staff_id: string
  /** Null until they are activated. */
  password_key_sealed: Buffer | null
  /** Null where there is no second factor. */
  factor_sealed: Buffer | null
  factor_last_step: bigint
  /** The database's wall clock: authenticator apps know no sandbox time. */
  wall_time: Date
  /** Whether they set up a second factor when they next set a password: the one that they had was lost. */
  needs_factor: boolean
}

/** Of whoever has this name. */
export async function signInParameters(
  tx: Transaction,
  username: string,
): Promise<SignInParameters | undefined> {
  const { rows } = await sql<SignInParameters>`
    select * from operators.sign_in_parameters(${username}::text)`.execute(tx)
  return rows[0]
}

/** How the database judges a try; `factor_wrong` says that the password was right. */
export interface Judged {
  outcome: 'right' | 'wrong' | 'factor_wrong' | 'locked'
  /** Set while sign-in is locked. */
  locked_until: Date | null
}

/** What is tried, and the token of the session that it opens where it is right. */
export interface SignInTry {
  username: string
  password_proof: Buffer
  /** Both null where no code fits. */
  factor_proof: Buffer | null
  factor_step: bigint | null
  session_token: string
}

/** Tries to sign in; counted before it is judged. */
export async function trySignIn(tx: Transaction, tried: SignInTry): Promise<Judged> {
  const { rows } = await sql<Judged>`
    select * from operators.sign_in(${tried.username}::text, ${tried.password_proof}::bytea,
      ${tried.factor_proof}::bytea, ${tried.factor_step}::bigint, ${tried.session_token}::text)`.execute(tx)
  return judgementIn(rows)
}

/** Sets another password for whoever's session this is, where the old one is proved; ends all their sessions. */
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

function judgementIn([judged]: readonly Judged[]): Judged {
  if (!judged) throw new Error('The database answered no verdict on a try to sign in')
  return judged
}

/** Who goes on working by a session, which thereby lasts again; undefined where it is none, or has ended. */
export async function findSession(tx: Transaction, session_token: string): Promise<Colleague | undefined> {
  const { rows } = await sql<{ staff_id: string; username: string; roles: StaffRole[] }>`
    select * from operators.resume_session(${session_token}::text)`.execute(tx)
  return rows[0]
}

/** Ends a session, where it has not ended yet. */
export async function endSession(tx: Transaction, session_token: string): Promise<void> {
  await sql`select operators.sign_out(${session_token}::text)`.execute(tx)
}

/** One of the first two, as stored. */
export interface NewFounder extends NewPassword, StoredFactor {
  staff_id: string
  username: string
  display_name: string
}

/** Makes the first two; false where there is staff already. */
export async function foundStaff(tx: Transaction, founders: readonly NewFounder[]): Promise<boolean> {
  const given = founders.map(
    ({ password_key_sealed, password_proof, factor_sealed, factor_proof, ...person }) => ({
      ...person,
      password_key_sealed: password_key_sealed.toString('hex'),
      password_proof: password_proof.toString('hex'),
      factor_sealed: factor_sealed?.toString('hex'),
      factor_proof: factor_proof?.toString('hex'),
    }),
  )
  const { rows } = await sql<{ made: boolean }>`
    select operators.found_staff(${JSON.stringify(given)}::jsonb) as made`.execute(tx)
  return rows[0]?.made === true
}

/** Makes the person whom an approved proposal names; false where the name is taken. */
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

/** What somebody new proves themselves with from now on. */
export interface NewCredentials extends NewPassword, StoredFactor {
  username: string
  first_code: string
  second_code: string
}

/** Sets them, once, for who brings both halves of the activation code; false where one does not fit. */
export async function setFirstCredentials(tx: Transaction, given: NewCredentials): Promise<boolean> {
  const { rows } = await sql<{ activated: boolean }>`
    select operators.activate_staff(${given.username}::text, ${given.first_code}::text, ${given.second_code}::text,
      ${given.password_key_sealed}::bytea, ${given.password_proof}::bytea, ${given.factor_sealed}::bytea,
      ${given.factor_proof}::bytea) as activated`.execute(tx)
  return rows[0]?.activated === true
}
