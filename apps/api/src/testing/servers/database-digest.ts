import { createPool } from '../../database/connection.ts'
import type { TestDatabase } from './test-database.ts'

const TABLES = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`

/** Row count and a checksum for every table of the program. Equal digests mean that nothing changed. */
export async function databaseDigest({ owner }: TestDatabase): Promise<Record<string, string>> {
  // In the system's scope, because some tables apply row-level security to their owner too.
  const pool = createPool(owner, { max: 1, scope: 'system' })
  try {
    const { rows: tables } = await pool.query<{ name: string }>(TABLES)
    // One statement for all: separate connections or round trips took longer than the sums.
    const sums = tables.map(
      ({ name }) =>
        `select '${name}', count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) from ${name} t`,
    )
    const { rows } = await pool.query<{ name: string; digest: string }>(
      `select * from (${sums.join(' union all ')}) as sums (name, digest)`,
    )
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
  } finally {
    await pool.end()
  }
}
