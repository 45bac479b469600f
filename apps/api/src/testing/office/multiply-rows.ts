import type { Pool } from 'pg'
import { inject } from 'vitest'
import { createPool } from '../../database/connection.ts'
import type { TestDatabase } from '../servers/test-database.ts'

/** Of which table a row is repeated how often, and what differs in its copies beside what has to. */
export interface Repeated {
  table: string
  /** Which row: a condition; the first that meets it is taken. */
  where?: string
  count: number
  /** SQL by column, with `n`, the copy's number from 1, and `base`, the row that is copied. */
  set?: Readonly<Record<string, string>>
}

interface Column {
  name: string
  type: string
  /** The numbers of the unique indexes that it is part of. */
  unique_in: string[]
  is_foreign: boolean
}

const COLUMNS = `select a.attname as name, format_type(a.atttypid, null) as type,
    coalesce((select array_agg(i.indexrelid::text) from pg_index i
      where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey)), '{}') as unique_in,
    exists (select from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'f' and a.attnum = any (c.conkey)) as is_foreign
  from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by a.attnum`

/** An id of the `n`th copy of a kind, the same wherever it is asked for; a UUID of version 7 in its form. */
const ID_FUNCTION = `create schema if not exists bulk;
  create or replace function bulk.id(kind text, n bigint) returns uuid language sql immutable as $$
    select (left(h, 12) || '7' || substr(h, 14, 3) || '8' || substr(h, 18))::uuid from (select md5(kind || n) as h)
  $$`

/**
 * Fills tables of a test's database by copies of rows that acts have made, past triggers and references: only to measure how
 * reading goes with so many. What a unique index asks to differ does.
 */
export async function multiplyRows(db: TestDatabase, tables: readonly Repeated[]): Promise<void> {
  await pastTriggers(db, async (pool) => {
    await pool.query(ID_FUNCTION)
    for (const repeated of tables) {
      const { rows } = await pool.query<Column>(COLUMNS, [repeated.table])
      // Some triggers hold for replicas too.
      await pool.query(`alter table ${repeated.table} disable trigger all`)
      const { rowCount } = await pool.query(insertionOf(repeated, rows)).catch((error: unknown) => {
        throw new Error(`${repeated.table} can't be multiplied`, { cause: error })
      })
      if (rowCount !== repeated.count) throw new Error(`${repeated.table} has no row to multiply`)
    }
    for (const { table } of tables) {
      await pool.query(`alter table ${table} enable trigger all`)
      await pool.query(`vacuum analyze ${table}`)
    }
  })
}

/** Runs a statement past triggers and references. */
export async function asSuperuserOf(db: TestDatabase, statement: string): Promise<void> {
  await pastTriggers(db, (pool) => pool.query(statement))
}

async function pastTriggers(db: TestDatabase, work: (pool: Pool) => Promise<unknown>): Promise<void> {
  const superuser = { ...inject('cluster').superuser, database: db.name }
  const pool = createPool(superuser, { max: 1, scope: 'system' })
  try {
    await pool.query("set session_replication_role = 'replica'")
    await pool.query('set statement_timeout = 0')
    await work(pool)
  } finally {
    await pool.end()
  }
}

function insertionOf(
  { table, where = 'true', count, set = {} }: Repeated,
  columns: readonly Column[],
): string {
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map((column) => set[column.name] ?? copiedOf(table, column, columns, set)).join(', ')
  return `insert into ${table} (${names}) overriding system value select ${values}
    from (select * from ${table} where ${where} limit 1) as base, generate_series(1, ${count}) as n`
}

/** The base's own value, unless it is this column by which a unique index that `set` says nothing of tells the copies apart. */
function copiedOf(
  table: string,
  column: Column,
  columns: readonly Column[],
  set: Readonly<Record<string, string>>,
): string {
  const own = `base."${column.name}"`
  const must_differ = column.unique_in.some((index) => {
    const parts = columns.filter(({ unique_in }) => unique_in.includes(index))
    if (parts.some(({ name }) => Object.hasOwn(set, name))) return false
    return parts.toSorted((one, other) => rankOf(one) - rankOf(other))[0] === column
  })
  return must_differ ? `case when ${own} is null then null else ${otherOf(table, column)} end` : own
}

/** Of an index's columns the one with the least is changed: an id rather than a text, which may be one of a closed set. */
function rankOf({ type, is_foreign }: Column): number {
  const place = ['uuid', 'bytea', 'bigint', 'integer', 'timestamp with time zone', 'text'].indexOf(type)
  return (is_foreign ? 10 : 0) + (place === -1 ? 9 : place)
}

function otherOf(table: string, { name, type }: Column): string {
  const own = `base."${name}"`
  switch (type) {
    case 'uuid':
      return `bulk.id('${table} ${name}', n)`
    case 'bytea':
      return `sha256(convert_to('${table} ${name} ' || n, 'UTF8'))`
    case 'text':
      return `case when ${own} ~ '^[A-Z][0-9]+$' then left(${own}, 1) || 50000000 + n
        when ${own} ~ '^[0-9]+$' then (50000000 + n)::text else ${own} || '-' || n end`
    case 'timestamp with time zone':
      return `${own} - n * interval '1 second'`
    default:
      return `${own} + n`
  }
}
