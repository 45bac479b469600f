import type { TestDatabase } from './test-database.ts'

/** For every table of the program: how many rows, and a sum over what is in them. Equal digests: nothing changed. */
export async function databaseDigest(db: TestDatabase): Promise<Record<string, string>> {
  const tables = await db.asOwner<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`,
  )
  const digests = tables.map(async ({ name }) => {
    const [row] = await db.asOwner<{ digest: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as digest from ${name} t`,
    )
    return [name, row?.digest ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}
