import type { StaffRole } from '@adtally/contract/enums.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Staff } from '../module.ts'
import { PROGRAM_MAKER, type ProposalStatus, proposalStatus } from './rules.ts'
import type { Verdict } from './tables.ts'

/** A member of staff with what sign-in needs. */
export interface StaffRecord extends Staff {
  display_name: string
  password_hash: string | null
  activation_hashes: string[] | null
  totp_secret: Buffer | null
  totp_last_step: bigint
  failures: number
  locked_until: Date | null
  disabled_at: Date | null
}

const STAFF_COLUMNS = [
  'staff_id',
  'username',
  'display_name',
  'roles',
  'password_hash',
  'activation_hashes',
  'totp_secret',
  'totp_last_step',
  'failures',
  'locked_until',
  'disabled_at',
] as const

/** Locks the row, so that tries at one account come one after another whatever the number of processes. */
export async function findStaffForUpdate(
  tx: Transaction,
  username: string,
): Promise<StaffRecord | undefined> {
  return await tx
    .selectFrom('operators.staff')
    .select(STAFF_COLUMNS)
    .where('username', '=', username)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Locks everybody on the staff, so that of two who shut somebody out the second sees who is left. To be called before
 * anything else is locked.
 */
export async function lockStaff(tx: Transaction): Promise<void> {
  await sql`select operators.lock_staff()`.execute(tx)
}

/**
 * Whether somebody is shut out, who then stays as they are until this transaction ends: what they proposed is approved
 * before they are shut out or not at all.
 */
export async function isShutOut(tx: Transaction, staff_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('operators.staff')
    .select('disabled_at')
    .where('staff_id', '=', staff_id)
    .forShare()
    .executeTakeFirst()
  return row !== undefined && row.disabled_at !== null
}

/** Everybody on the staff, by username. */
export async function listStaff(tx: Transaction): Promise<StaffRecord[]> {
  return await tx.selectFrom('operators.staff').select(STAFF_COLUMNS).orderBy('username').execute()
}

/** Somebody's sign-in state. */
export type StaffChange = Partial<
  Pick<
    StaffRecord,
    | 'password_hash'
    | 'activation_hashes'
    | 'totp_secret'
    | 'totp_last_step'
    | 'failures'
    | 'locked_until'
    | 'disabled_at'
  >
>

/** Changes the members given. */
export async function updateStaff(tx: Transaction, staff_id: string, change: StaffChange): Promise<void> {
  await tx.updateTable('operators.staff').set(change).where('staff_id', '=', staff_id).execute()
}

/** A row of staff to be. */
export interface NewStaff {
  staff_id: string
  username: string
  display_name: string
  roles: StaffRole[]
  founder: number | null
  proposal_id: string | null
  password_hash: string | null
  activation_hashes: string[] | null
  totp_secret: Buffer | null
}

/** Inserts all, or none and answers false where a username or a founder's place is taken. */
export async function insertStaff(tx: Transaction, rows: readonly NewStaff[]): Promise<boolean> {
  const inserted = await tx
    .insertInto('operators.staff')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returning('staff_id')
    .execute()
  return inserted.length === rows.length
}

/** The database's wall clock: authenticator apps know no sandbox time. */
export async function readWallClock(tx: Transaction): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  return rows[0]?.now ?? new Date(0)
}

/** The program's time, and how far a sandbox's clock was advanced. */
export async function readClock(tx: Transaction): Promise<{ now: string; offset_ms: bigint }> {
  const { rows } = await sql<{ now: Date; offset_ms: bigint }>`
    select platform.now() as now, offset_ms from platform.clock_offset`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('platform.clock_offset has no row')
  return { now: row.now.toISOString(), offset_ms: row.offset_ms }
}

/** What `propose` stores. */
export interface NewProposal {
  proposal_id: string
  action: string
  subject_kind: string
  subject_id: string
  customer_id: string | null
  /** JSON text. */
  payload: string
  reason: string
  maker: Staff
}

/** Stores a proposal; answers the payload's hash (hexadecimal) and when the proposal expires. */
export async function insertProposal(
  tx: Transaction,
  { maker, ...proposal }: NewProposal,
): Promise<{ payload_hash: string; expires_at: Date }> {
  const row = await tx
    .insertInto('operators.proposals')
    .values({ ...proposal, maker_id: maker.staff_id === PROGRAM_MAKER.staff_id ? null : maker.staff_id })
    .returning(['payload_hash', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { payload_hash: row.payload_hash.toString('hex'), expires_at: row.expires_at }
}

/** A proposal with its decision, if any. */
export interface ProposalRecord {
  proposal_id: string
  action: string
  subject_kind: string
  subject_id: string
  customer_id: string | null
  payload: Record<string, unknown>
  /** Of the payload as it is now, hexadecimal. */
  payload_hash: string
  reason: string
  maker: Staff
  maker_is_disabled: boolean
  proposed_at: Date
  expires_at: Date
  status: ProposalStatus
  checker_username: string | null
  decision_reason: string | null
  decided_at: Date | null
}

function selectProposals(tx: Transaction) {
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
      'proposal.reason',
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

function toProposal(row: SelectedProposal): ProposalRecord {
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

/** Proposals, newest first; `open_only` leaves out what was decided or has expired, or whose maker was shut out. */
export async function listProposals(
  tx: Transaction,
  { open_only, limit }: { open_only: boolean; limit: number },
): Promise<ProposalRecord[]> {
  let query = selectProposals(tx)
    .orderBy('proposal.proposed_at', 'desc')
    .orderBy('proposal.proposal_id', 'desc')
  if (open_only) {
    query = query
      .where('decision.proposal_id', 'is', null)
      .where('proposal.expires_at', '>', sql<Date>`platform.now()`)
      .where('maker.disabled_at', 'is', null)
  }
  const rows = await query.limit(limit).execute()
  return rows.map(toProposal)
}

/** Proposals of `action` on a subject that somebody may still approve: not decided, not expired, the maker not shut out. */
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

/**
 * Records a decision; false where there is one already. Waits for whoever decides the same proposal at the same
 * time, and decides in their place where they roll back.
 */
export async function insertDecision(
  tx: Transaction,
  decision: { proposal_id: string; verdict: Verdict; checker_id: string; reason: string | null },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('operators.decisions')
    .values(decision)
    .onConflict((conflict) => conflict.column('proposal_id').doNothing())
    .returning('proposal_id')
    .execute()
  return inserted.length === 1
}
