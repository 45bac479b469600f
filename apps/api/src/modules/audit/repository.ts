import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import type { ChainEntry, ChainHead } from './rules.ts'
import type {} from './tables.ts'

/** An act, by anybody. */
export interface ActRow {
  action: string
  subject_kind: string
  subject_id: string
  customer_id: string | null
  reason: string | null
  /** JSON text of an object. */
  details: string
}

function argumentsOf(act: ActRow) {
  return sql`${act.action}::text, ${act.subject_kind}::text, ${act.subject_id}::text, ${act.customer_id}::uuid,
    ${act.reason}::text, ${act.details}::jsonb`
}

/** Queues an act under the session's staff; sealed at commit. Throws where the session has ended. */
export async function appendStaffAct(tx: Transaction, session_token: string, act: ActRow): Promise<void> {
  await sql`select audit.append_staff_act(${session_token}::text, ${argumentsOf(act)})`.execute(tx)
}

/** Queues an act under the session's person of a partner's; sealed at commit. Throws where the session has ended. */
export async function insertPartnerAct(
  tx: Transaction,
  session_token: string,
  { action, subject_kind, subject_id, reason, details }: ActRow,
): Promise<void> {
  await sql`select audit.append_partner_act(${session_token}::text, ${action}::text, ${subject_kind}::text,
    ${subject_id}::text, ${reason}::text, ${details}::jsonb)`.execute(tx)
}

/** The act that a request's id was used for before. */
export type DoneRequest = z.infer<typeof doneRequest>

const doneRequest = z.object({
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  at: z.string(),
})

/** The act of this session's staff under a request's id, if there is one. */
export async function findDoneRequest(
  tx: Transaction,
  session_token: string,
  request_id: string,
): Promise<DoneRequest | null> {
  return await doneIn(
    sql<{ done: unknown }>`
      select operators.done_request(${session_token}::text, ${request_id}::uuid) as done`.execute(tx),
  )
}

/** Claims a request's id for this session's staff and transaction; returns the earlier act, if there is one. */
export async function takeStaffRequest(
  tx: Transaction,
  session_token: string,
  request_id: string,
  act: Pick<ActRow, 'action' | 'subject_kind' | 'subject_id'>,
): Promise<DoneRequest | null> {
  return await takenBefore(
    sql`select operators.take_request(${session_token}::text, ${request_id}::uuid, ${act.action}::text,
      ${act.subject_kind}::text, ${act.subject_id}::text)`.execute(tx),
  )
}

/** As `findDoneRequest`, of this session's person of a partner's. */
export async function findPartnerRequest(
  tx: Transaction,
  session_token: string,
  request_id: string,
): Promise<DoneRequest | null> {
  return await doneIn(
    sql<{ done: unknown }>`
      select partners.done_request(${session_token}::text, ${request_id}::uuid) as done`.execute(tx),
  )
}

/** As `takeStaffRequest`, for this session's person of a partner's. */
export async function takePartnerRequest(
  tx: Transaction,
  session_token: string,
  request_id: string,
  act: Pick<ActRow, 'action' | 'subject_kind' | 'subject_id'>,
): Promise<DoneRequest | null> {
  return await takenBefore(
    sql`select partners.take_request(${session_token}::text, ${request_id}::uuid, ${act.action}::text,
      ${act.subject_kind}::text, ${act.subject_id}::text)`.execute(tx),
  )
}

async function doneIn(asked: Promise<{ rows: { done: unknown }[] }>): Promise<DoneRequest | null> {
  const { rows } = await asked
  return z.parse(z.nullable(doneRequest), rows[0]?.done ?? null)
}

async function takenBefore(taking: Promise<unknown>): Promise<DoneRequest | null> {
  try {
    await taking
    return null
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint !== 'request_done') throw error
    return z.parse(doneRequest, JSON.parse(error.detail ?? ''))
  }
}

/** Records that this session's staff looked at a section of customers, once an hour each. */
export async function insertLooks(
  tx: Transaction,
  session_token: string,
  section: string,
  customer_ids: readonly string[],
): Promise<void> {
  await sql`select audit.append_looks(${session_token}::text, ${section}::text, ${[...customer_ids]}::uuid[])`.execute(
    tx,
  )
}

/** Queues a customer's act; sealed at commit. */
export async function appendCustomerAct(tx: Transaction, customer_id: string, act: ActRow): Promise<void> {
  await sql`select audit.append_customer_act(${customer_id}::uuid, ${argumentsOf(act)})`.execute(tx)
}

/** Queues an act of the program itself; sealed at commit. */
export async function appendProgramAct(tx: Transaction, act: ActRow): Promise<void> {
  await sql`select audit.append_program_act(${argumentsOf(act)})`.execute(tx)
}

/** The stored head and the last sequence, from one snapshot. */
export async function readHead(tx: Transaction): Promise<{ head: ChainHead; sequence_last: bigint }> {
  const { rows } = await sql<{ sequence: string; hash: string; sequence_last: string }>`
    select sequence::text, encode(hash, 'hex') as hash,
      (select coalesce(max(sequence), 0) from audit.entries)::text as sequence_last
    from audit.head`.execute(tx)
  const [row] = rows
  if (!row) return { head: { sequence: -1n, hash: '' }, sequence_last: -1n }
  return {
    head: { sequence: BigInt(row.sequence), hash: row.hash },
    sequence_last: BigInt(row.sequence_last),
  }
}

/** An entry as the chain hashes it: every field as text, in the table's order. */
const CHAINED = sql`
    sequence::text,
      array[sequence::text, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        actor_kind, actor_id::text, actor_name, actor_role, action, subject_kind, subject_id, customer_id::text,
        reason, approver_id::text, approver_name, approver_role, details::text] as fields,
      encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash`

/** Up to `limit` entries after `after` and up to `last`, as the chain hashes them. */
export async function readChain(
  tx: Transaction,
  after: bigint,
  last: bigint,
  limit: number,
): Promise<ChainEntry[]> {
  const { rows } = await sql<ChainEntry>`
    select ${CHAINED}
    from audit.entries where sequence > ${after.toString()}::bigint and sequence <= ${last.toString()}::bigint
    order by entries.sequence limit ${limit}`.execute(tx)
  return rows
}

/** One line of the accountability feed, as stored. */
export interface FeedRow {
  sequence: string
  occurred_at: Date
  actor_kind: 'staff' | 'customer' | 'partner' | 'program'
  actor_role: string | null
  action: string
  subject_kind: string
  subject_id: string
  reason: string | null
  approver_role: string | null
}

/** A customer's entries by staff, or approved by staff, newest first, before `sequence` where given. */
export async function readFeed(
  tx: Transaction,
  customer_id: string,
  sequence: string | null,
  limit: number,
): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    select sequence::text, occurred_at, actor_kind, actor_role, action, subject_kind, subject_id, reason, approver_role
    from audit.entries
    where customer_id = ${customer_id}::uuid and (actor_kind = 'staff' or approver_id is not null)
      and (${sequence}::bigint is null or sequence < ${sequence}::bigint)
    order by entries.sequence desc limit ${limit}`.execute(tx)
  return rows
}

/** The details of the first entry of `action` that names `proposal_id`. */
export async function findDetailsOfProposal(
  tx: Transaction,
  action: string,
  proposal_id: string,
): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<{ details: Record<string, unknown> }>`
    select details from audit.entries
    where details ? 'proposal_id' and details ->> 'proposal_id' = ${proposal_id} and action = ${action}
    order by entries.sequence limit 1`.execute(tx)
  return rows[0]?.details ?? null
}

/** The entry of an act on a subject, as the chain hashes it; in a customer's scope only their own. */
export async function readEntryOf(
  tx: Transaction,
  action: string,
  subject: { kind: string; id: string },
): Promise<ChainEntry | null> {
  const { rows } = await sql<ChainEntry>`
    select ${CHAINED}
    from audit.entries
    where subject_kind = ${subject.kind} and subject_id = ${subject.id} and action = ${action}
    order by entries.sequence limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The head with its entry's time; null where there is no entry. */
export async function readHeadTime(tx: Transaction): Promise<{ head: ChainHead; entry_at: Date | null }> {
  const { rows } = await sql<{ sequence: string; hash: string; occurred_at: Date | null }>`
    select head.sequence::text, encode(head.hash, 'hex') as hash, occurred_at
    from audit.head left join audit.entries on entries.sequence = head.sequence`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the audit log has no head')
  return { head: { sequence: BigInt(row.sequence), hash: row.hash }, entry_at: row.occurred_at }
}

/** The hash of the entry at a height; null where there is none. */
export async function readHashAt(tx: Transaction, sequence: string): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit.entries where sequence = ${sequence}::bigint`.execute(tx)
  return rows[0]?.hash ?? null
}
