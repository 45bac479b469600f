import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Runs `work` and rolls back everything that it wrote and locked, whether it succeeds or throws; returns its result.
 * Sequences keep counting. Nothing else may use the transaction meanwhile.
 */
export async function onTrial<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await sql`savepoint trial`.execute(tx)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint trial`.execute(tx)
    await sql`release savepoint trial`.execute(tx)
  }
}

/**
 * Asks now what is asked at the commit, of what this transaction has written so far and until the trial is rolled back;
 * but for what the triggers named `schema.constraint` ask.
 */
export async function askDeferred(tx: Transaction, but: readonly string[]): Promise<void> {
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(distinct format('%I.%I', schema.nspname, asked.conname), ', ') as names
    from pg_constraint as asked join pg_namespace as schema on schema.oid = asked.connamespace
    where asked.condeferred and format('%s.%s', schema.nspname, asked.conname) <> all (${[...but]}::text[])`.execute(
    tx,
  )
  const names = rows[0]?.names
  if (names) await sql`set constraints ${sql.raw(names)} immediate`.execute(tx)
}

/**
 * Runs `work` and keeps what it wrote, or, where it throws or what is asked at the commit would be refused, nothing of it;
 * the transaction goes on either way. Answers the error, null without one. Nothing else may use the transaction meanwhile.
 */
export async function orNothing(tx: Transaction, work: () => Promise<void>): Promise<unknown> {
  await sql`savepoint attempt`.execute(tx)
  try {
    await work()
    await sql`set constraints all immediate`.execute(tx)
    await sql`set constraints all deferred`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    return null
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    return error
  }
}
