import type { WorkKind } from '@adtally/contract/operator/statement/staff-call.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/** A piece of work. */
export interface Work {
  work: WorkKind
  subject_id: string
}

/** A piece that somebody is at. */
export interface HeldWork extends Work {
  held_by: string
  claimed_at: Date
  held_until: Date
}

/** What became of somebody's claim. */
interface Claimed {
  /** Whether it is theirs; else another's, who is at work. */
  is_own: boolean
  held_by: string
  held_until: Date
}

/** Gives a piece to the session's owner where nobody at work holds it, or takes it over. */
export async function insertClaim(
  tx: Transaction,
  session_token: string,
  { work, subject_id }: Work,
  take_over: boolean,
): Promise<Claimed> {
  const { rows } = await sql<Claimed>`
    select is_own, held_by, held_until
    from operators.claim(${session_token}::text, ${work}::text, ${subject_id}::text, ${take_over}::boolean)`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('operators.claim answered no row')
  return rows[0]
}

/** Puts off the end of the session's owner's claim of a piece; does nothing where they hold none. */
export async function renewClaim(
  tx: Transaction,
  session_token: string,
  { work, subject_id }: Work,
): Promise<void> {
  await sql`
    select operators.renew_claim(${session_token}::text, ${work}::text, ${subject_id}::text)`.execute(tx)
}

/** Gives a piece back; whether the session's owner held it. */
export async function deleteClaim(
  tx: Transaction,
  session_token: string,
  { work, subject_id }: Work,
): Promise<boolean> {
  const { rows } = await sql<{ was_own: boolean }>`
    select operators.release_claim(${session_token}::text, ${work}::text, ${subject_id}::text) as was_own`.execute(
    tx,
  )
  return rows[0]?.was_own === true
}

/** Who is at which piece of work: of a kind, of these subjects, or all. */
export async function heldWork(
  tx: Transaction,
  work: WorkKind | null,
  subject_ids: readonly string[] | null,
): Promise<HeldWork[]> {
  const { rows } = await sql<HeldWork>`
    select work_kind as work, subject_id, held_by, claimed_at, held_until
    from operators.held_claims(${work}::text, ${subject_ids && [...subject_ids]}::text[])`.execute(tx)
  return rows
}
