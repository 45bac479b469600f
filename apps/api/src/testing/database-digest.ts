import { createPool } from '../database/connection.ts'
import type { TestDatabase } from './test-database.ts'

const TABLES = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`

/** For every table of the program: how many rows, and a sum over what is in them. Equal digests: nothing changed. */
export async function databaseDigest({ owner }: TestDatabase): Promise<Record<string, string>> {
  // In the system's scope, because row-level security holds its owner too on some tables.
  const pool = createPool(owner, { max: 4, scope: 'system' })
  try {
    const { rows: tables } = await pool.query<{ name: string }>(TABLES)
    const digests = tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as digest from ${name} t`,
      )
      return [name, rows[0]?.digest ?? ''] as const
    })
    return Object.fromEntries(await Promise.all(digests))
  } finally {
    await pool.end()
  }
}
