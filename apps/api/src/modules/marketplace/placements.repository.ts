import { type Insertable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { PlacementTable } from './tables.ts'

/** Inserts a placement; false where its publisher has one with this name. */
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

/** Opens or closes a placement; returns whether that changed anything. */
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
