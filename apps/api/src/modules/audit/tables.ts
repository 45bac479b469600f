import type { ColumnType } from 'kysely'

type ReadOnly<T> = ColumnType<T, never, never>

/** `audit.entries`: written by `audit.append` alone. */
export interface EntriesTable {
  sequence: ReadOnly<string>
  occurred_at: ReadOnly<Date>
  actor_kind: ReadOnly<'staff' | 'customer' | 'program'>
  actor_id: ReadOnly<string | null>
  actor_name: ReadOnly<string>
  actor_role: ReadOnly<string | null>
  action: ReadOnly<string>
  subject_kind: ReadOnly<string>
  subject_id: ReadOnly<string>
  customer_id: ReadOnly<string | null>
  reason: ReadOnly<string | null>
  approver_id: ReadOnly<string | null>
  approver_name: ReadOnly<string | null>
  approver_role: ReadOnly<string | null>
  details: ReadOnly<Record<string, unknown>>
}

declare module '../../database/database.ts' {
  interface Schema {
    'audit.entries': EntriesTable
  }
}
