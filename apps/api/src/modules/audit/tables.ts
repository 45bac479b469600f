import type { Made } from '../../database/columns.ts'

/** `audit.entries`; only `audit.append` writes it. */
export interface EntriesTable {
  sequence: Made<string>
  occurred_at: Made<Date>
  actor_kind: Made<'staff' | 'customer' | 'partner' | 'program'>
  actor_id: Made<string | null>
  actor_name: Made<string>
  actor_role: Made<string | null>
  action: Made<string>
  subject_kind: Made<string>
  subject_id: Made<string>
  customer_id: Made<string | null>
  reason: Made<string | null>
  approver_id: Made<string | null>
  approver_name: Made<string | null>
  approver_role: Made<string | null>
  details: Made<Record<string, unknown>>
}

declare module '../../database/database.ts' {
  interface Schema {
    'audit.entries': EntriesTable
  }
}
