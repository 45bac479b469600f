import { sql } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'

/** What a query of the program finds, and how many rows of a table (named with its schema) it reads to find it. */
export async function rowsRead<T>(
  database: Database,
  table: string,
  look: (tx: Transaction) => Promise<T>,
): Promise<{ found: T; rows: number }> {
  return await database.transaction({ kind: 'system' }, async (tx) => {
    const before = await readSoFar(tx, table)
    const found = await look(tx)
    return { found, rows: (await readSoFar(tx, table)) - before }
  })
}

// Counted per connection, including earlier work that PostgreSQL has not added up yet.
async function readSoFar(tx: Transaction, table: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::text as count
    from pg_stat_xact_user_tables where relid = ${table}::regclass`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}
