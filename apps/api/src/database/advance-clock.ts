import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Moves the sandbox's clock forward, kept in `platform.clock_advances` with `actor`; every process follows at
 * commit. `by_ms`: 1 to 400 days. PostgreSQL itself refuses on a live ledger (code 42501) and out of range (22023).
 */
export async function advanceClock(tx: Transaction, by_ms: bigint, actor: string): Promise<void> {
  await sql`select platform.advance_clock(${by_ms}, ${actor})`.execute(tx)
}
