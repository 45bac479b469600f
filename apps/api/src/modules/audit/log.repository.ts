import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type {} from './tables.ts'

/** Which entries of the log: null leaves a part of it open. */
export interface LogFilter {
  /** Of the staff who acted or approved. */
  username: string | null
  subject_id: string | null
  customer_id: string | null
}

/** An entry of the log, for staff. */
export interface LogRow {
  sequence: string
  occurred_at: Date
  actor_kind: 'staff' | 'customer' | 'partner' | 'program'
  actor_name: string
  actor_role: string | null
  action: string
  subject_kind: string
  subject_id: string
  reason: string | null
  approver_name: string | null
  approver_role: string | null
  hash: string
}

/** The newest entries before a number. Each filter has an index. */
export async function readLog(
  tx: Transaction,
  { username, subject_id, customer_id }: LogFilter,
  { before, rows_max }: { before: string | null; rows_max: number },
): Promise<LogRow[]> {
  const rest = sql`${before === null ? sql`true` : sql`sequence < ${before}::bigint`}
    and ${subject_id === null ? sql`true` : sql`subject_id = ${subject_id}`}
    and ${customer_id === null ? sql`true` : sql`customer_id = ${customer_id}::uuid`}`
  const newest = (of_whom = sql`true`) => sql`
    select * from audit.entries where ${of_whom} and ${rest} order by entries.sequence desc limit ${rows_max}`
  // Nobody approves what they did themselves, so that no entry comes twice.
  const source =
    username === null
      ? newest()
      : sql`(${newest(sql`actor_kind = 'staff' and actor_name = ${username}`)})
          union all (${newest(sql`approver_name = ${username}`)})`
  const { rows } = await sql<LogRow>`
    select sequence::text, occurred_at, actor_kind, actor_name, actor_role, action, subject_kind, subject_id, reason,
      approver_name, approver_role, encode(hash, 'hex') as hash
    from (${source}) as entries order by entries.sequence desc limit ${rows_max}`.execute(tx)
  return rows
}
