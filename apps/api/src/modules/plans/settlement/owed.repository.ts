import type { Micros } from '@adtally/money/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { OwedConversionTable } from '../tables.ts'

export type OwedConversion = Selectable<OwedConversionTable>

/** The advertisers, of those given, that owe something. */
export async function advertisersOwing(
  tx: Transaction,
  advertiser_ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ advertiser_id: string }>`
    select advertiser_id from unnest(${[...new Set(advertiser_ids)]}::uuid[]) as asked (advertiser_id)
    where exists (
      select from plans.owed_conversions as owed
      where owed.advertiser_id = asked.advertiser_id and paid_at is null and cancelled_at is null)
    order by advertiser_id`.execute(tx)
  return rows.map(({ advertiser_id }) => advertiser_id)
}

/** Each advertiser's total debt; those without debts are absent. */
export async function owedTotals(
  tx: Transaction,
  advertiser_ids: readonly string[],
): Promise<Map<string, Micros>> {
  if (advertiser_ids.length === 0) return new Map()
  const { rows } = await sql<{ advertiser_id: string; owed_micros: Micros }>`
    select advertiser_id, sum(payout_micros)::bigint as owed_micros from plans.owed_conversions
    where advertiser_id = any (${[...advertiser_ids]}::uuid[]) and paid_at is null and cancelled_at is null
    group by advertiser_id`.execute(tx)
  return new Map(rows.map(({ advertiser_id, owed_micros }) => [advertiser_id, owed_micros]))
}

/** Stores conversions that the reserved escrow doesn't cover. */
export async function insertOwed(
  tx: Transaction,
  conversions: readonly Omit<OwedConversion, 'paid_at' | 'cancelled_at'>[],
): Promise<void> {
  if (conversions.length === 0) return
  await tx
    .insertInto('plans.owed_conversions')
    .values(conversions.map((conversion) => ({ ...conversion, paid_at: null, cancelled_at: null })))
    .execute()
}

/** What an advertiser owes, in the order of payment, which is the events' order. */
export async function waitingOwed(
  tx: Transaction,
  advertiser_id: string,
  rows_max: number,
): Promise<OwedConversion[]> {
  return await tx
    .selectFrom('plans.owed_conversions')
    .selectAll()
    .where('advertiser_id', '=', advertiser_id)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('occurred_at')
    .orderBy('conversion_id')
    .limit(rows_max)
    .execute()
}

/** Owed conversions among these ids that are neither paid nor cancelled. */
export async function unpaidAmong(
  tx: Transaction,
  conversion_ids: readonly string[],
): Promise<OwedConversion[]> {
  if (conversion_ids.length === 0) return []
  return await tx
    .selectFrom('plans.owed_conversions')
    .selectAll()
    .where('conversion_id', 'in', conversion_ids)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Marks owed conversions as paid. */
export async function setPaid(tx: Transaction, conversion_ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('plans.owed_conversions')
    .set({ paid_at: sql<Date>`platform.now()` })
    .where('conversion_id', 'in', conversion_ids)
    .execute()
}

/** Marks owed conversions as cancelled, because they were found invalid before payment. */
export async function setCancelled(tx: Transaction, conversion_ids: readonly string[]): Promise<void> {
  if (conversion_ids.length === 0) return
  await tx
    .updateTable('plans.owed_conversions')
    .set({ cancelled_at: sql<Date>`platform.now()` })
    .where('conversion_id', 'in', conversion_ids)
    .execute()
}

/** Marks conversions that were cancelled while they were owed as owed again, because an appeal has put them back. */
export async function setOwedAgain(tx: Transaction, conversion_ids: readonly string[]): Promise<void> {
  if (conversion_ids.length === 0) return
  await tx
    .updateTable('plans.owed_conversions')
    .set({ cancelled_at: null })
    .where('conversion_id', 'in', conversion_ids)
    .where('cancelled_at', 'is not', null)
    .execute()
}
