import type { Transaction } from '../../database/database.ts'
import type { Staff } from '../module.ts'
import { appendEntry } from './repository.ts'

/** Who acted. */
export type Actor =
  | { kind: 'staff'; staff: Staff }
  | { kind: 'customer'; customer_id: string }
  | { kind: 'program' }

/** One staff act or security event. */
export interface AuditEntry {
  actor: Actor
  /** Dotted and past its rule: `code.issued`, `withdrawal.send`, `sign_in.failed`. */
  action: string
  /** What was acted on; a reader opens it by this. */
  subject: { kind: string; id: string }
  /** The customer whose account this touches: the entry then shows in their accountability feed (PRODUCT §15). */
  customer_id?: string | undefined
  /** Why, in words the customer may read. */
  reason?: string | undefined
  /** The second person, where there was one. */
  approver?: Staff | undefined
  /** Further facts; `bigint` becomes a decimal string. Never a password, digest, token, card number or address. */
  details?: Record<string, unknown> | undefined
}

/** JSON text with `bigint` as decimal strings. */
function jsonText(value: Record<string, unknown>): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  )
}

function actorColumns(actor: Actor): {
  actor_id: string | null
  actor_name: string
  actor_role: string | null
} {
  switch (actor.kind) {
    case 'staff':
      return {
        actor_id: actor.staff.staff_id,
        actor_name: actor.staff.username,
        actor_role: actor.staff.roles.join(', '),
      }
    case 'customer':
      return { actor_id: actor.customer_id, actor_name: 'customer', actor_role: null }
    case 'program':
      return { actor_id: null, actor_name: 'program', actor_role: null }
  }
}

/**
 * Appends to the hash chain in the caller's transaction: kept if and only if that commits, and chained at its
 * commit, so that it may be called at any point of it. Reading it back works after the commit. An act that was
 * proposed and approved is appended by `operators.approve`; do not append it again.
 *
 * @example
 * await audit.append(tx, {
 *   actor: { kind: 'staff', staff },
 *   action: 'code.issued',
 *   subject: { kind: 'authorization_code', id: code_id },
 *   reason: input.reason,
 * })
 */
export async function append(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { actor, approver } = entry
  await appendEntry(tx, {
    actor_kind: actor.kind,
    ...actorColumns(actor),
    action: entry.action,
    subject_kind: entry.subject.kind,
    subject_id: entry.subject.id,
    customer_id: entry.customer_id ?? null,
    reason: entry.reason ?? null,
    approver_id: approver?.staff_id ?? null,
    approver_name: approver?.username ?? null,
    approver_role: approver?.roles.join(', ') ?? null,
    details: jsonText(entry.details ?? {}),
  })
}
