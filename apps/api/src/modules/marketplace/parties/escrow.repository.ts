import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { EscrowTopUpTable } from '../tables.ts'

/** Records which bank line paid escrow in; a constraint lets each line do so once. */
export async function insertEscrowTopUp(
  tx: Transaction,
  top_up: Omit<Insertable<EscrowTopUpTable>, 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('marketplace.escrow_top_ups')
    .values({ ...top_up, created_at: sql<Date>`platform.now()` })
    .execute()
}

/** An advertiser's top-ups, newest first, before one of them where given. */
export async function topUpsOf(
  tx: Transaction,
  advertiser_id: string,
  before: string | undefined,
  rows_max: number,
): Promise<Selectable<EscrowTopUpTable>[]> {
  const query = tx
    .selectFrom('marketplace.escrow_top_ups')
    .selectAll()
    .where('advertiser_id', '=', advertiser_id)
  const older = before === undefined ? query : query.where('top_up_id', '<', before)
  return await older.orderBy('top_up_id', 'desc').limit(rows_max).execute()
}
