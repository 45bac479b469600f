import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** A wish that the clock is still moving towards. */
export interface OpenWish {
  from: Date
  until: Date
}

/** The current wish, whoever made it; null if the clock is not being advanced. Needs system scope. */
export async function openWish(tx: Transaction): Promise<OpenWish | null> {
  const row = await tx
    .selectFrom('sandbox.clock_wishes')
    .select(['wished_at as from', 'until_at as until'])
    .where('arrived_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The outcome of `sandbox.wish_clock`, which explains the values. */
export type WishOutcome = 'wished' | 'known' | 'other' | 'moving' | 'ended'

/** Records a wish, as the process role `sandbox`. PostgreSQL refuses it on a live ledger (42501). */
export async function wishClock(
  tx: Transaction,
  wish: { customer_id: string; session_id: string; request_id: string; by_ms: number },
): Promise<WishOutcome> {
  const { rows } = await sql<{ outcome: WishOutcome }>`
    select sandbox.wish_clock(
      ${wish.customer_id}::uuid, ${wish.session_id}::uuid, ${wish.request_id}::uuid, ${wish.by_ms}::bigint) as outcome`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('wish_clock answered no row')
  return row.outcome
}

/**
 * Advances the clock towards the open wish, as the process role `sandbox`; answers the remaining ms, or null if there
 * is no wish or it has arrived.
 */
export async function stepClock(tx: Transaction, most_ms: number): Promise<number | null> {
  const { rows } = await sql<{ left_ms: number | null }>`
    select sandbox.step_clock(${Math.ceil(most_ms)}::bigint)::float8 as left_ms`.execute(tx)
  return rows[0]?.left_ms ?? null
}
