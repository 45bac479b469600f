import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Colleague } from '../../module.ts'
import type { SeenFacts } from './facts.ts'

/** Lets approvals of one act go one after the other, until this transaction ends: none changes what another has seen. */
export async function lockApprovals(tx: Transaction, proposal_id: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('operators.approve ' || action, 0))
    from operators.proposals where proposal_id = ${proposal_id}::uuid`.execute(tx)
}

/**
 * Approves on trial, which can't be committed; answers who stands for the checker: whoever's session this is, where they
 * may approve it, else somebody who may. Undefined where nobody may.
 */
export async function tryApproval(
  tx: Transaction,
  session_token: string,
  proposal_id: string,
): Promise<Colleague | undefined> {
  const { rows } = await sql<{ staff_id: string; username: string; roles: string[] }>`
    select * from operators.try_approval(${session_token}::text, ${proposal_id}::uuid)`.execute(tx)
  const [person] = rows
  return person && { ...person, roles: STAFF_ROLES.filter((role: StaffRole) => person.roles.includes(role)) }
}

/**
 * Records the approval of whoever's session this is with what they saw, and appends it to the audit log; false where there
 * is a decision already. Waits for whoever decides the same proposal at the same time, and decides in their place where
 * they roll back. Throws `statement_bringer` where the proposal stands on a bank line that they have brought themselves.
 */
export async function insertApproval(
  tx: Transaction,
  session_token: string,
  { proposal_id, facts }: { proposal_id: string; facts: SeenFacts },
): Promise<boolean> {
  const seen = JSON.stringify(facts)
  const { rows } = await sql<{ decided: boolean }>`
    select operators.approve(${session_token}::text, ${proposal_id}::uuid, ${seen}::jsonb) as decided`
    .execute(tx)
    .catch((error: unknown) => {
      const stands_on_own_word = error instanceof DatabaseError && error.constraint === 'statement_bringer'
      throw stands_on_own_word ? new Refusal('statement_bringer', { field: 'line_id' }) : error
    })
  return rows[0]?.decided === true
}

/** The same for a no: the maker's own withdraws. Null where there is a decision already. */
export async function insertEnd(
  tx: Transaction,
  session_token: string,
  { proposal_id, reason }: { proposal_id: string; reason: string },
): Promise<'refused' | 'withdrawn' | null> {
  const { rows } = await sql<{ verdict: 'refused' | 'withdrawn' | null }>`
    select operators.end_proposal(${session_token}::text, ${proposal_id}::uuid, ${reason}::text) as verdict`.execute(
    tx,
  )
  return rows[0]?.verdict ?? null
}

/** Ends what can't be carried out as it was proposed; false where there is a decision already. */
export async function insertSuperseded(
  tx: Transaction,
  session_token: string,
  { proposal_id, reason }: { proposal_id: string; reason: string },
): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select operators.supersede(${session_token}::text, ${proposal_id}::uuid, ${reason}::text) as ended`.execute(
    tx,
  )
  return rows[0]?.ended === true
}

/** Open proposals of an act that stand in the way of another: on its subject, or of the thing that it makes. */
export async function findOpenLike(
  tx: Transaction,
  asked: { action: string; subject_kind: string; subject_id: string; thing_hash: Buffer | null },
): Promise<{ proposal_id: string; is_same_thing: boolean }[]> {
  const { rows } = await sql<{ proposal_id: string; is_same_thing: boolean }>`
    select proposal_id, thing_hash is not distinct from ${asked.thing_hash}::bytea as is_same_thing
    from operators.open_proposals
    where action = ${asked.action}
      and (subject_kind = ${asked.subject_kind} and subject_id = ${asked.subject_id} or thing_hash = ${asked.thing_hash}::bytea)`.execute(
    tx,
  )
  return rows
}

/** Open proposals about one of these things. */
export async function findOpenAbout(tx: Transaction, about: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ proposal_id: string }>`
    select proposal_id from operators.open_proposals
    where about && ${[...about]}::text[] order by proposal_id limit 100`.execute(tx)
  return rows.map(({ proposal_id }) => proposal_id)
}
