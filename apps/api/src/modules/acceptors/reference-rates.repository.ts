import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { ReferenceRateTable } from './tables.ts'

export type ReferenceRate = Selectable<ReferenceRateTable>

/** Keeps a reference rate. */
export async function insertReferenceRate(
  tx: Transaction,
  rate: Omit<Insertable<ReferenceRateTable>, 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('acceptors.reference_rates')
    .values({ ...rate, created_at: sql<Date>`platform.now()` })
    .execute()
}

/** A currency's newest reference rate not older than `since`; null where there is none. */
export async function newestReferenceRate(
  tx: Transaction,
  currency: string,
  since: Date,
): Promise<ReferenceRate | null> {
  const row = await tx
    .selectFrom('acceptors.reference_rates')
    .selectAll()
    .where('currency', '=', currency)
    .where('as_of', '>=', since)
    .orderBy('as_of', 'desc')
    .orderBy('rate_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Reference rates by id. */
export async function referenceRatesByIds(
  tx: Transaction,
  rate_ids: readonly string[],
): Promise<Map<string, ReferenceRate>> {
  if (rate_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('acceptors.reference_rates')
    .selectAll()
    .where('rate_id', 'in', [...new Set(rate_ids)])
    .execute()
  return new Map(rows.map((row) => [row.rate_id, row]))
}
