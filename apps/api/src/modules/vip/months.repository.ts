import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { MonthTable } from './tables.ts'

export type Month = Selectable<MonthTable>
export type NewMonth = Omit<
  Month,
  'opened_at' | 'ends_at' | 'earned_until' | 'ended_at' | 'end_reason' | 'refund_micros' | 'rebate_micros'
>

/** Inserts months, which begin now; the database sets their times and refuses terms that differ from the policy's. */
export async function insertMonths(tx: Transaction, months: readonly NewMonth[]): Promise<Month[]> {
  return await tx
    .insertInto('vip.months')
    .values([...months])
    .returningAll()
    .execute()
}

/** Which of these customers have a month that was neither cancelled nor closed. System scope. */
export async function customersWithMonth(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('vip.months')
    .select('customer_id')
    .where('customer_id', '=', sql<string>`any (${[...customer_ids]}::uuid[])`)
    .where('ended_at', 'is', null)
    .execute()
  return new Set(rows.map(({ customer_id }) => customer_id))
}

/** A month by its id; null if there is none in scope. */
export async function monthById(tx: Transaction, vip_id: string): Promise<Month | null> {
  const row = await tx.selectFrom('vip.months').selectAll().where('vip_id', '=', vip_id).executeTakeFirst()
  return row ?? null
}

/** A month by its id, locked against settlements that would use it for rebates; null if there is none. */
export async function lockMonth(tx: Transaction, vip_id: string): Promise<Month | null> {
  const row = await tx
    .selectFrom('vip.months')
    .selectAll()
    .where('vip_id', '=', vip_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The months running for customers at a moment, locked until the transaction ends, in one order. */
export async function holdRunningMonths(
  tx: Transaction,
  customer_ids: readonly string[],
  at: Date,
): Promise<Month[]> {
  return await tx
    .selectFrom('vip.months')
    .selectAll()
    .where('customer_id', '=', sql<string>`any (${[...customer_ids]}::uuid[])`)
    .where('ended_at', 'is', null)
    .where('opened_at', '<=', at)
    .where('ends_at', '>', at)
    .orderBy('vip_id')
    .forShare()
    .execute()
}

/** Records until when a locked month has been earned. */
export async function earnMonth(tx: Transaction, vip_id: string, earned_until: Date): Promise<void> {
  await tx.updateTable('vip.months').set({ earned_until }).where('vip_id', '=', vip_id).execute()
}

/** Ends a locked open month, which is then earned until its end. */
export async function endMonth(
  tx: Transaction,
  vip_id: string,
  end: Pick<Month, 'end_reason' | 'refund_micros' | 'rebate_micros'> & { ended_at: Date },
): Promise<void> {
  await tx
    .updateTable('vip.months')
    .set({ ...end, earned_until: end.ended_at })
    .where('vip_id', '=', vip_id)
    .execute()
}

/** A customer's months, newest first, optionally before `before`. */
export async function monthsOf(
  tx: Transaction,
  customer_id: string,
  page: { before: string | undefined; limit: number },
): Promise<Month[]> {
  let query = tx.selectFrom('vip.months').selectAll().where('customer_id', '=', customer_id)
  if (page.before !== undefined) query = query.where('vip_id', '<', page.before)
  return await query.orderBy('vip_id', 'desc').limit(page.limit).execute()
}
