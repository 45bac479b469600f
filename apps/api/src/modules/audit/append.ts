import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Staff } from '../module.ts'
import {
  type ActRow,
  appendCustomerAct,
  appendProgramAct,
  appendStaffAct,
  type DoneRequest,
  findDoneRequest,
  takeStaffRequest,
} from './repository.ts'

/** Who acted. */
export type Actor =
  /** Recorded under the name that the database has for the session, whatever else this says. */
  { kind: 'staff'; staff: Staff } | { kind: 'customer'; customer_id: string } | { kind: 'program' }

/** One staff act or security event. */
export interface AuditEntry {
  actor: Actor
  /** Dotted, as `code.issued`, `sign_in.failed`; a proposal's is its act, as `withdrawal.send`. */
  action: string
  /** What was acted on; readers find the entry by it. */
  subject: { kind: string; id: string }
  /** The customer whose account this touches: the entry then shows in their accountability feed (PRODUCT §15). */
  customer_id?: string | undefined
  /** Why, in words the customer may read. */
  reason?: string | undefined
  /** Further facts; `bigint` becomes a decimal string. Never a password, digest, token, card number or address. */
  details?: Record<string, unknown> | undefined
}

/** JSON text with `bigint` as decimal strings. */
export function jsonText(value: Record<string, unknown>): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  )
}

/**
 * Appends to the hash chain in the caller's transaction: kept only if that commits, and chained at its commit, so it
 * may be called at any point of it. It can be read back after the commit. Throws where the session of a member of
 * staff has ended, and `request_done` with their earlier act by the same request's id. `operators.propose` and
 * `operators.approve` append their own acts; do not append those again.
 *
 * @example
 * const subject = { kind: 'authorization_code', id: code_id }
 * await audit.append(tx, { actor: { kind: 'program' }, action: 'code.expired', subject })
 * await audit.byStaff(tx, staff, { action: 'code.issued', subject, reason: input.reason })
 */
export async function append(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { actor, action, subject } = entry
  const act: ActRow = {
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    customer_id: entry.customer_id ?? null,
    reason: entry.reason ?? null,
    details: jsonText(entry.details ?? {}),
  }
  switch (actor.kind) {
    case 'staff':
      await takeRequest(tx, actor.staff, act)
      return await appendStaffAct(tx, actor.staff.session_token, act)
    case 'customer':
      return await appendCustomerAct(tx, actor.customer_id, act)
    case 'program':
      return await appendProgramAct(tx, act)
  }
}

/** As `append`, of what a member of staff did. */
export async function byStaff(
  tx: Transaction,
  staff: Staff,
  entry: Omit<AuditEntry, 'actor'>,
): Promise<void> {
  await append(tx, { actor: { kind: 'staff', staff }, ...entry })
}

/** As `append`, of what a customer did about their own account, or about `subject` of theirs. */
export async function byCustomer(
  tx: Transaction,
  customer_id: string,
  entry: Pick<AuditEntry, 'action' | 'details'> & Partial<Pick<AuditEntry, 'subject'>>,
): Promise<void> {
  const subject = { kind: 'customer', id: customer_id }
  await append(tx, { actor: { kind: 'customer', customer_id }, customer_id, subject, ...entry })
}

/** Throws `request_done` with what it was where whoever's session this is had an act by this request's id. */
export async function refuseDone(
  tx: Transaction,
  { session_token }: Pick<Staff, 'session_token'>,
  request_id: string,
): Promise<void> {
  const before = await findDoneRequest(tx, session_token, request_id)
  if (before) throw requestDone(before)
}

async function takeRequest(
  tx: Transaction,
  { act_request_id, session_token }: Staff,
  act: ActRow,
): Promise<void> {
  if (act_request_id === undefined) return
  const before = await takeStaffRequest(tx, session_token, act_request_id, act)
  if (before) throw requestDone(before)
}

/** What a request's id was used for before, as a refusal. */
export function requestDone({ action, subject_kind, subject_id, at }: DoneRequest): Refusal {
  const done = { action, subject: `${subject_kind} ${subject_id}`, at }
  return new Refusal('request_done', { field: 'request_id', values: done, data: { done } })
}
