import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Found } from '../module.ts'
import type {} from './tables.ts'

/** Entries of the log about a subject, by its id, newest first; or one by its number in the chain. */
export async function findAuditEntries(tx: Transaction, text: string, rows_max: number): Promise<Found[]> {
  const sequence = /^\d{1,18}$/.test(text) ? text : null
  const { rows } = await sql<{
    sequence: string
    occurred_at: Date
    actor_name: string
    action: string
    subject_kind: string
    subject_id: string
    customer_id: string | null
  }>`
    select sequence::text, occurred_at, actor_name, action, subject_kind, subject_id, customer_id
    from audit.entries where subject_id = ${text} or sequence = ${sequence}::bigint
    order by audit.entries.sequence desc limit ${rows_max}`.execute(tx)
  return rows.map((row) => ({
    id: row.sequence,
    says: `${row.action} of ${row.subject_kind} ${row.subject_id} by ${row.actor_name}, ${row.occurred_at.toISOString()}`,
    customer_id: row.customer_id,
  }))
}
