import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { ArchiveTable } from '../archive-table.ts'

const ROWS_AT_ONCE = 1_000

/** A customer, and the person behind the account. */
export interface Owner {
  customer_id: string
  person_id: string
}

export type Row = Record<string, unknown>

/** A customer's rows of a table, in its order, in batches, so that memory does not grow with their number. */
export async function* rowsOf(
  tx: Transaction,
  { table, whose, columns, opened, by }: ArchiveTable,
  owner: Owner,
): AsyncGenerator<Row[], void> {
  const read = [...new Set([...columns, ...(opened ? [opened.column, opened.of] : [])])]
  const order = by ?? columns.slice(0, 1)
  await sql`
    declare archive_rows no scroll cursor for
    select ${sql.join(read.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${isOwn(whose, owner)}
    order by ${sql.join(order.map((column) => sql.ref(column)))}`.execute(tx)
  for (;;) {
    const fetched = sql<Row>`fetch forward ${sql.lit(ROWS_AT_ONCE)} from archive_rows`
    const { rows } = await fetched.execute(tx)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close archive_rows`.execute(tx)
}

function isOwn(whose: ArchiveTable['whose'], owner: Owner): RawBuilder<boolean> {
  if ('is' in whose) {
    const id = whose.is === 'person' ? owner.person_id : owner.customer_id
    return sql`${sql.ref(whose.column)} = ${id}::uuid`
  }
  return sql`${sql.ref(whose.column)} in (
    select ${sql.ref(whose.key)} from ${sql.table(whose.of)} where ${sql.ref(whose.owner)} = ${owner.customer_id}::uuid)`
}
