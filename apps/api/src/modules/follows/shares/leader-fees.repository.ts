import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/** A leader's newest rate in whole percent; null where none was set. System scope. */
export async function leaderFee(tx: Transaction, leader_id: string): Promise<number | null> {
  const row = await tx
    .selectFrom('follows.leader_fees')
    .select('fee_percent')
    .where('leader_id', '=', leader_id)
    .orderBy('fee_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.fee_percent ?? null
}

/** Sets a leader's rate from now on. */
export async function insertLeaderFee(
  tx: Transaction,
  fee: { fee_id: string; leader_id: string; fee_percent: number; proposal_id: string },
): Promise<void> {
  await tx
    .insertInto('follows.leader_fees')
    .values({ ...fee, set_at: sql<Date>`platform.now()` })
    .execute()
}
