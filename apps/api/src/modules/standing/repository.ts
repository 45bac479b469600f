import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { CreditChangeTable } from './tables.ts'

export type CreditChange = Selectable<CreditChangeTable>

/** A customer's credit score, or null before the first result that counts. */
export async function scoreOf(tx: Transaction, customer_id: string): Promise<number | null> {
  const row = await tx
    .selectFrom('standing.scores')
    .select('score')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row?.score ?? null
}

/** Changes that moved a score, newest first, optionally before a sequence number. */
export async function changesOf(
  tx: Transaction,
  customer_id: string,
  page: { before: number | null; limit: number },
): Promise<CreditChange[]> {
  return await tx
    .selectFrom('standing.credit_changes')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('points', '<>', 0)
    .$if(page.before !== null, (query) => query.where('sequence', '<', page.before))
    .orderBy('sequence', 'desc')
    .limit(page.limit)
    .execute()
}

/** Counts a plan's result towards its customer's score; only once, even if repeated. */
export async function countResult(tx: Transaction, plan_id: string, revision: number): Promise<void> {
  await sql`select standing.count_result(${plan_id}::uuid, ${revision}::smallint)`.execute(tx)
}
