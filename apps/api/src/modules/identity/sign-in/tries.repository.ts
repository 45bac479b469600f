import { sql } from 'kysely'
import { byteaArray, integerArray, wholeNumberArray } from '../../../database/array-parameters.ts'
import type { Transaction } from '../../../database/database.ts'

/** A try to count for `key_hash`, and its limit per window. */
export interface AskedTry {
  key_hash: Buffer
  tries_max: number
  window_ms: number
}

/**
 * Counts one try of each key; returns null, or the time at which an exhausted key has tries again: then roll back, so
 * that the others lose nothing. Keys are locked in order, so that no two callers deadlock.
 */
export async function countTries(tx: Transaction, asked: readonly AskedTry[]): Promise<Date | null> {
  const { rows } = await sql<{ deadline: Date | null }>`
    with asked as (
      select * from unnest(
        ${byteaArray(asked.map(({ key_hash }) => key_hash))}::bytea[],
        ${integerArray(asked.map(({ tries_max }) => tries_max))}::integer[],
        ${wholeNumberArray(asked, ({ window_ms }) => window_ms)}::bigint[]
      ) as asked (key_hash, tries_max, window_ms)
    ), counted as (
      insert into identity.tries as known (key_hash, tries, ends_at)
      select key_hash, 1, platform.now() + window_ms * interval '1 millisecond' from asked order by key_hash
      on conflict (key_hash) do update set
        tries = case when known.ends_at > platform.now() then known.tries + 1 else 1 end,
        ends_at = case when known.ends_at > platform.now() then known.ends_at else excluded.ends_at end
      returning key_hash, tries, ends_at
    )
    select max(ends_at) as deadline from counted join asked using (key_hash) where tries > tries_max`.execute(
    tx,
  )
  return rows[0]?.deadline ?? null
}

/** Gives back one try of each key. */
export async function giveTriesBack(tx: Transaction, key_hashes: readonly Buffer[]): Promise<void> {
  await sql`
    with held as (
      select key_hash from identity.tries where key_hash = any (${byteaArray(key_hashes)}::bytea[])
      order by key_hash for update
    )
    update identity.tries set tries = greatest(tries - 1, 0)
    from held where tries.key_hash = held.key_hash`.execute(tx)
}

/** Deletes windows that have ended. */
export async function deleteEndedTries(tx: Transaction): Promise<void> {
  await tx.deleteFrom('identity.tries').where('ends_at', '<', sql<Date>`platform.now()`).execute()
}
