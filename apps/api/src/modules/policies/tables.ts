import type { ColumnType } from 'kysely'

/** `policies.versions`: immutable. */
export interface VersionsTable {
  version: ColumnType<number, number, never>
  /** Inserted as JSON text. */
  values: ColumnType<Record<string, string>, string, never>
  /** Null on insert means as early as the notice allows. */
  effective_from: ColumnType<Date, Date | null, never>
  proposal_id: ColumnType<string | null, string | null, never>
  reason: ColumnType<string, string, never>
  maker_id: ColumnType<string | null, never, never>
  checker_id: ColumnType<string | null, never, never>
  decided_at: ColumnType<Date, never, never>
}

declare module '../../database/database.ts' {
  interface Schema {
    'policies.versions': VersionsTable
  }
}
