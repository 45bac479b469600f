import type { ProposalStatus } from '@adtally/contract/operator/house/proposals.ts'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Colleague, GivenInput } from '../module.ts'
import type { SeenFacts } from './proposals/facts.ts'
import { PROGRAM_MAKER, proposalStatus } from './rules.ts'
import type {} from './tables.ts'

export interface StaffRecord extends Colleague {
  display_name: string
  disabled_at: Date | null
  activated: boolean
  second_factor: boolean
  locked_until: Date | null
}

/** The whole staff, by username. */
export async function listStaff(tx: Transaction): Promise<StaffRecord[]> {
  const { rows } = await sql<StaffRecord>`
    select staff_id, username, display_name, roles, disabled_at, activated, second_factor, locked_until
    from operators.staff join operators.sign_in_states() as state using (staff_id)
    order by username`.execute(tx)
  return rows
}

/**
 * Locks the whole staff, so that of two people who shut somebody out at once, the second sees who is left. Call it
 * before locking anything else.
 */
export async function lockStaff(tx: Transaction): Promise<void> {
  await sql`select operators.lock_staff()`.execute(tx)
}

/**
 * Whether somebody is shut out; that cannot change until this transaction ends, so their proposals are approved
 * before they are shut out or not at all.
 */
export async function isShutOut(tx: Transaction, staff_id: string): Promise<boolean> {
  const { rows } = await sql<{ shut_out: boolean | null }>`
    select operators.is_shut_out(${staff_id}::uuid) as shut_out`.execute(tx)
  return rows[0]?.shut_out === true
}

/** Shuts somebody out in the name of the session's owner, for the audit log. */
export async function shutOut(
  tx: Transaction,
  session_token: string,
  { staff_id, reason }: { staff_id: string; reason: string },
): Promise<void> {
  await sql`select operators.shut_out(${session_token}::text, ${staff_id}::uuid, ${reason}::text)`.execute(tx)
}

/**
 * Gives somebody the roles of an approved proposal and ends their sessions. Answers their proposals that ended
 * because they could not make them with the new roles.
 */
export async function changeRoles(
  tx: Transaction,
  session_token: string,
  proposal_id: string,
): Promise<string[]> {
  const { rows } = await sql<{ ended: string }>`
    select operators.change_roles(${session_token}::text, ${proposal_id}::uuid) as ended`.execute(tx)
  return rows.map(({ ended }) => ended)
}

/** Readmits somebody as an approved proposal says; answers their proposals, all of which have ended. */
export async function readmit(
  tx: Transaction,
  session_token: string,
  { proposal_id, second_code_hash }: { proposal_id: string; second_code_hash: string },
): Promise<string[]> {
  const { rows } = await sql<{ ended: string }>`
    select operators.readmit(${session_token}::text, ${proposal_id}::uuid, ${second_code_hash}::text) as ended`.execute(
    tx,
  )
  return rows.map(({ ended }) => ended)
}

/** Removes somebody's password and second factor, as an approved proposal says, so that they set both up anew. */
export async function resetFactor(
  tx: Transaction,
  { proposal_id, second_code_hash }: { proposal_id: string; second_code_hash: string },
): Promise<void> {
  await sql`select operators.reset_factor(${proposal_id}::uuid, ${second_code_hash}::text)`.execute(tx)
}

/** The database's wall clock, because authenticator apps ignore sandbox time. */
export async function readWallClock(tx: Transaction): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  return rows[0]?.now ?? new Date(0)
}

/** The program's time, and how far the sandbox's clock was advanced. */
export async function readClock(tx: Transaction): Promise<{ now: string; offset_ms: bigint }> {
  const { rows } = await sql<{ now: Date; offset_ms: bigint }>`
    select platform.now() as now, offset_ms from platform.clock_offset`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('platform.clock_offset has no row')
  return { now: row.now.toISOString(), offset_ms: row.offset_ms }
}

export interface NewProposal {
  proposal_id: string
  action: string
  subject_kind: string
  subject_id: string
  customer_id: string | null
  /** JSON text. */
  payload: string
  reason: string
  /** What the maker saw, as JSON text. */
  facts: string
  /** SHA-256 of the thing to be made, for acts that create their subject. */
  thing_hash: Buffer | null
  /** Ids and numbers that the proposal mentions. */
  about: readonly string[]
  /** What the maker gave the act (`GivenInput`), as JSON text. */
  given: string | null
}

export interface StoredProposal {
  /** Hash of the payload, hexadecimal. */
  payload_hash: string
  expires_at: Date
}

/**
 * Stores a proposal of the session's owner, or of the program if there is no session, and appends it to the audit
 * log. Throws if the session has ended, and `proposal_open` if the same was proposed meanwhile.
 */
export async function insertProposal(
  tx: Transaction,
  session_token: string | null,
  proposal: NewProposal,
): Promise<StoredProposal> {
  const given = sql`${proposal.proposal_id}::uuid, ${proposal.action}::text, ${proposal.subject_kind}::text,
    ${proposal.subject_id}::text, ${proposal.customer_id}::uuid, ${proposal.payload}::jsonb, ${proposal.reason}::text,
    ${proposal.facts}::jsonb, ${proposal.thing_hash}::bytea, ${[...proposal.about]}::text[]`
  const { rows } = await (session_token === null
    ? sql<StoredProposal>`select * from operators.propose_by_program(${given})`
    : sql<StoredProposal>`
        select * from operators.propose(${session_token}::text, ${given}, ${proposal.given}::jsonb)`
  )
    .execute(tx)
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || error.constraint !== 'proposal_open') throw error
      throw new Refusal('proposal_open', { values: { proposal_id: error.detail ?? '' } })
    })
  if (!rows[0]) throw new Error('operators.propose answered no row')
  return rows[0]
}

/** A proposal with its decision, if any. */
export interface ProposalRecord {
  proposal_id: string
  action: string
  subject_kind: string
  subject_id: string
  customer_id: string | null
  payload: Record<string, unknown>
  /** Hash of the current payload, hexadecimal. */
  payload_hash: string
  facts: SeenFacts
  reason: string
  maker: Colleague
  maker_is_disabled: boolean
  proposed_at: Date
  expires_at: Date
  status: ProposalStatus
  checker_username: string | null
  decision_reason: string | null
  decided_at: Date | null
  /** What its maker gave the act; null where the program proposed it. */
  given: GivenInput | null
}

/** Proposals with who made them and what became of them. */
export function selectProposals(tx: Transaction) {
  return tx
    .selectFrom('operators.proposals as proposal')
    .leftJoin('operators.staff as maker', 'maker.staff_id', 'proposal.maker_id')
    .leftJoin('operators.decisions as decision', 'decision.proposal_id', 'proposal.proposal_id')
    .leftJoin('operators.staff as checker', 'checker.staff_id', 'decision.checker_id')
    .select([
      'proposal.proposal_id',
      'proposal.action',
      'proposal.subject_kind',
      'proposal.subject_id',
      'proposal.customer_id',
      'proposal.payload',
      'proposal.facts',
      'proposal.reason',
      'proposal.given',
      'proposal.proposed_at',
      'proposal.expires_at',
      'maker.staff_id as maker_id',
      'maker.username as maker_username',
      'maker.roles as maker_roles',
      'maker.disabled_at as maker_disabled_at',
      'checker.username as checker_username',
      'decision.verdict',
      'decision.reason as decision_reason',
      'decision.decided_at',
    ])
    .select(sql<string>`encode(sha256(convert_to(proposal.payload::text, 'UTF8')), 'hex')`.as('payload_hash'))
    .select(sql<Date>`platform.now()`.as('now'))
}

type SelectedProposal = Awaited<ReturnType<ReturnType<typeof selectProposals>['executeTakeFirstOrThrow']>>

/** A row of `selectProposals` as a proposal. */
export function toProposal(row: SelectedProposal): ProposalRecord {
  const { maker_id, maker_username, maker_roles, maker_disabled_at, verdict, now, ...proposal } = row
  const maker =
    maker_id === null || maker_username === null
      ? PROGRAM_MAKER
      : { staff_id: maker_id, username: maker_username, roles: maker_roles ?? [] }
  return {
    ...proposal,
    maker,
    maker_is_disabled: maker_disabled_at !== null,
    status: proposalStatus(verdict, row.expires_at, now),
  }
}

/** A proposal by id. */
export async function findProposal(
  tx: Transaction,
  proposal_id: string,
): Promise<ProposalRecord | undefined> {
  const row = await selectProposals(tx).where('proposal.proposal_id', '=', proposal_id).executeTakeFirst()
  return row && toProposal(row)
}

/** The subject of a proposal that expired undecided; undefined if it is open or decided. */
export async function findExpired(
  tx: Transaction,
  proposal_id: string,
): Promise<Pick<ProposalRecord, 'proposal_id' | 'action' | 'subject_kind' | 'subject_id'> | undefined> {
  // Does not join the staff table, which the worker may not read.
  return await tx
    .selectFrom('operators.proposals as proposal')
    .leftJoin('operators.decisions as decision', 'decision.proposal_id', 'proposal.proposal_id')
    .select(['proposal.proposal_id', 'proposal.action', 'proposal.subject_kind', 'proposal.subject_id'])
    .where('proposal.proposal_id', '=', proposal_id)
    .where('decision.proposal_id', 'is', null)
    .where('proposal.expires_at', '<=', sql<Date>`platform.now()`)
    .executeTakeFirst()
}

/** Proposals of `action` on a subject that can still be approved: open, and the maker not shut out. */
export async function findOpenProposals(
  tx: Transaction,
  action: string,
  subject_id: string,
): Promise<ProposalRecord[]> {
  const rows = await selectProposals(tx)
    .where('proposal.action', '=', action)
    .where('proposal.subject_id', '=', subject_id)
    .where('decision.proposal_id', 'is', null)
    .where('proposal.expires_at', '>', sql<Date>`platform.now()`)
    .where('maker.disabled_at', 'is', null)
    .orderBy('proposal.proposed_at')
    .execute()
  return rows.map(toProposal)
}
