import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Transaction } from '../../../database/database.ts'
import { violatedConstraint } from '../../../database/violated-constraint.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Colleague } from '../../module.ts'
import { findProposal, type ProposalRecord } from '../repository.ts'
import { decided } from './decided.ts'
import type { SeenFacts } from './facts.ts'

/** Serialises approvals of the same act until this transaction ends, so that none changes what another has seen. */
export async function lockApprovals(tx: Transaction, proposal_id: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('operators.approve ' || action, 0))
    from operators.proposals where proposal_id = ${proposal_id}::uuid`.execute(tx)
}

/**
 * Approves on trial, in a way that cannot be committed. Answers who stands in for the checker: the session's owner if
 * they may approve it, else somebody who may. Undefined if nobody may. Throws `proposal_decided` where somebody decides it
 * meanwhile.
 */
export async function tryApproval(
  tx: Transaction,
  session_token: string,
  proposal_id: string,
): Promise<Colleague | undefined> {
  const { rows } = await sql<{ staff_id: string; username: string; roles: string[] }>`
    select * from operators.try_approval(${session_token}::text, ${proposal_id}::uuid)`
    .execute(tx)
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'decisions_pkey' ? decided(undefined) : error
    })
  const [person] = rows
  return person && { ...person, roles: STAFF_ROLES.filter((role: StaffRole) => person.roles.includes(role)) }
}

/**
 * Records an approval by the session's owner, with what they saw, and appends it to the audit log; false if there is
 * a decision already. Waits for a concurrent decision and takes its place if that rolls back. Throws
 * `staff_resting` with its end if the checker set up a lost second factor anew within a day and it is about money,
 * `statement_bringer` if the checker brought the bank line that the proposal is based on, `statement_contradicted` if
 * the bank says otherwise than its statement.
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
      const { constraint } = error instanceof DatabaseError ? error : {}
      if (constraint === 'staff_resting')
        throw new Refusal('staff_resting', { deadline: new Date(String(Object(error).detail)) })
      if (constraint === 'statement_bringer' || constraint === 'statement_contradicted')
        throw new Refusal(constraint, { field: 'line_id' })
      throw error
    })
  return rows[0]?.decided === true
}

/** Records a refusal in the same way; by the maker it is a withdrawal. Null if there is a decision already. */
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

/** Ends a proposal that can't be carried out as proposed; false if there is a decision already. */
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

/** Open proposals of the same act on the same subject, or that would make the same thing. */
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

/** Keeps that a request was answered by a proposal which another had made; nothing where there is no id or no session. */
export async function keepRequest(
  tx: Transaction,
  session_token: string | null,
  request_id: string | undefined,
  { proposal_id, action }: Pick<ProposalRecord, 'proposal_id' | 'action'>,
): Promise<void> {
  if (session_token === null || request_id === undefined) return
  await sql`
    select operators.take_request(${session_token}::text, ${request_id}::uuid, ${`${action}.proposed`}::text,
      'proposal', ${proposal_id}::text)`.execute(tx)
}

/**
 * The proposal that answered this request of the session's owner, though another had made it; undefined if there is none.
 * Throws `request_id_reused` if the request was for something else.
 */
export async function proposalOfRequest(
  tx: Transaction,
  session_token: string | null,
  request_id: string,
): Promise<ProposalRecord | undefined> {
  if (session_token === null) return undefined
  const { rows } = await sql<{ done: { subject_kind: string; subject_id: string } | null }>`
    select operators.done_request(${session_token}::text, ${request_id}::uuid) as done`.execute(tx)
  const done = rows[0]?.done
  if (!done) return undefined
  if (done.subject_kind !== 'proposal') throw new Refusal('request_id_reused', { field: 'request_id' })
  return await findProposal(tx, done.subject_id)
}
