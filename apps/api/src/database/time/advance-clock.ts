import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/**
 * Advances the sandbox's clock, recorded in `platform.clock_advances` with the session's person; every process
 * follows at commit. `by_ms`: 1 to 400 days. PostgreSQL refuses it on a live ledger (42501) and out of range (22023).
 */
export async function advanceClock(tx: Transaction, by_ms: bigint, session_token: string): Promise<void> {
  await sql`select platform.advance_clock(${session_token}, ${by_ms})`.execute(tx)
}
