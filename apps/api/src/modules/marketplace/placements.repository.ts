import { type Insertable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { PlacementTable, RelatedPartyTable } from './tables.ts'

/** Inserts a placement; false where its publisher has one of this name. */
export async function insertPlacement(
  tx: Transaction,
  placement: Omit<Insertable<PlacementTable>, 'created_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('marketplace.placements')
    .values({ ...placement, created_at: sql<Date>`platform.now()` })
    .onConflict((conflict) => conflict.columns(['publisher_id', 'name']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Opens or closes a placement where it is not so already; whether anything changed. */
export async function setPlacementOpen(
  tx: Transaction,
  placement_id: string,
  is_open: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('marketplace.placements')
    .set({ is_open })
    .where('placement_id', '=', placement_id)
    .where('is_open', '<>', is_open)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Inserts a declaration. */
export async function insertRelatedParty(
  tx: Transaction,
  declaration: Omit<Insertable<RelatedPartyTable>, 'declared_at'>,
): Promise<void> {
  await tx
    .insertInto('marketplace.related_parties')
    .values({ ...declaration, declared_at: sql<Date>`platform.now()` })
    .execute()
}

/** Who is declared as related, by what they are (PRODUCT §2.10). */
export interface RelatedParties {
  /** Customers who are themselves a related person. */
  customer_ids: Set<string>
  /** Advertisers in which operator, staff or another declared party has a share. */
  advertiser_ids: Set<string>
  publisher_ids: Set<string>
}

/** Every party that a declaration in force names. System scope. */
export async function relatedParties(tx: Transaction): Promise<RelatedParties> {
  const { rows } = await sql<{
    customer_id: string | null
    advertiser_id: string | null
    publisher_id: string | null
  }>`
    select customer_id, advertiser_id, publisher_id
    from marketplace.related_parties
    where since <= (platform.now() at time zone 'UTC')::date`.execute(tx)
  const named = (ids: (string | null)[]) => new Set(ids.filter((id) => id !== null))
  return {
    customer_ids: named(rows.map((row) => row.customer_id)),
    advertiser_ids: named(rows.map((row) => row.advertiser_id)),
    publisher_ids: named(rows.map((row) => row.publisher_id)),
  }
}
