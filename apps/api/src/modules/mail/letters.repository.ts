import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

export interface TakenLetter {
  letter_id: string
  letter_sealed: Buffer
  is_expired: boolean
}

/** Stores a letter to be sent at once, and not after it expires. */
export async function insertLetter(
  tx: Transaction,
  { letter_id, letter_sealed, life_ms }: { letter_id: string; letter_sealed: Buffer; life_ms: number },
): Promise<void> {
  await tx
    .insertInto('mail.letters')
    .values({
      letter_id,
      letter_sealed,
      written_at: sql<Date>`platform.now()`,
      expires_at: sql<Date>`platform.now() + ${life_ms}::bigint * interval '1 millisecond'`,
      next_try_at: sql<Date>`platform.now()`,
      last_error: null,
    })
    .execute()
}

/**
 * Takes the letter that has been due longest for one try, skipping locked ones. An unfinished try is repeated after a
 * minute, then after twice as long each time, up to an hour.
 */
export async function takeLetter(tx: Transaction): Promise<TakenLetter | null> {
  const { rows } = await sql<TakenLetter>`
    update mail.letters set attempts = attempts + 1,
      next_try_at = platform.now() + least(power(2, least(attempts, 10)), 60) * interval '1 minute'
    where letter_id = (
      select letter_id from mail.letters where next_try_at <= platform.now()
      order by next_try_at, letter_id limit 1 for update skip locked)
    returning letter_id, letter_sealed, expires_at <= platform.now() as is_expired`.execute(tx)
  return rows[0] ?? null
}

/** Records why a try failed. */
export async function noteFailure(tx: Transaction, letter_id: string, error: string): Promise<void> {
  await tx.updateTable('mail.letters').set({ last_error: error }).where('letter_id', '=', letter_id).execute()
}

/** Removes a letter that was sent or has expired. */
export async function deleteLetter(tx: Transaction, letter_id: string): Promise<void> {
  await tx.deleteFrom('mail.letters').where('letter_id', '=', letter_id).execute()
}

/** Figures of waiting letters, by their names in `/metrics`. */
export async function letterFigures(tx: Transaction) {
  const { rows } = await sql<{
    adtally_mail_waiting: number
    adtally_mail_failing: number
    adtally_mail_oldest_seconds: number
  }>`
    select count(*)::float8 as adtally_mail_waiting,
      count(*) filter (where last_error is not null)::float8 as adtally_mail_failing,
      coalesce(extract(epoch from platform.now() - min(written_at)), 0)::float8 as adtally_mail_oldest_seconds
    from mail.letters`.execute(tx)
  return rows[0]
}
