import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { PlacementTable } from '../tables.ts'

export type OwnPlacement = Selectable<PlacementTable>

/** A publisher's placements, newest first, after one of them if told. */
export async function placementsOf(
  tx: Transaction,
  publisher_id: string,
  after: string | undefined,
  rows_max: number,
): Promise<OwnPlacement[]> {
  let query = tx.selectFrom('marketplace.placements').selectAll().where('publisher_id', '=', publisher_id)
  if (after !== undefined) query = query.where('placement_id', '<', after)
  return await query.orderBy('placement_id', 'desc').limit(rows_max).execute()
}

/** A placement of this publisher, and whether bids alone fill it; null if it has none of this id. */
export async function placementOf(
  tx: Transaction,
  publisher_id: string,
  placement_id: string,
): Promise<(OwnPlacement & { is_exchange: boolean }) | null> {
  const row = await tx
    .selectFrom('marketplace.placements')
    .selectAll()
    .select(
      sql<boolean>`exists (select from marketplace.exchange_keys where publisher_id = ${publisher_id})`.as(
        'is_exchange',
      ),
    )
    .where('publisher_id', '=', publisher_id)
    .where('placement_id', '=', placement_id)
    .executeTakeFirst()
  return row ?? null
}

/** Closes a placement of the session's party; returns whether that changed anything, null if it has no such placement. */
export async function closeOwnPlacement(
  tx: Transaction,
  session_token: string,
  placement_id: string,
): Promise<boolean | null> {
  const { rows } = await sql<{ closed: boolean | null }>`
    select marketplace.close_placement(${session_token}::text, ${placement_id}::uuid) as closed`.execute(tx)
  return rows[0]?.closed ?? null
}

/** Puts what the session's party blocks in force. */
export async function setOwnBlocks(
  tx: Transaction,
  session_token: string,
  { block_id, categories, advertiser_domains }: OwnBlocks,
): Promise<void> {
  await sql`select marketplace.set_blocks(
    ${session_token}::text, ${block_id}::uuid, ${categories}::text[], ${advertiser_domains}::text[])`.execute(
    tx,
  )
}

interface OwnBlocks {
  block_id: string
  categories: string[]
  advertiser_domains: string[]
}

/** Puts a key of an app of the session's party in force; returns whether it has a placement in such an app. */
export async function issueKeyOfOwnApp(
  tx: Transaction,
  session_token: string,
  key: { app_key_id: string; bundle_id: string; key_hash: Buffer; public_key: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ issued: boolean }>`
    select marketplace.issue_app_key(
      ${session_token}::text, ${key.bundle_id}, ${key.app_key_id}::uuid, ${key.key_hash}, ${key.public_key}
    ) as issued`.execute(tx)
  return rows[0]?.issued ?? false
}

/** A publisher's apps that have placements, by bundle id, and since when each has the key in force; null: none. */
export async function appsOf(
  tx: Transaction,
  publisher_id: string,
): Promise<{ bundle_id: string; issued_at: Date | null }[]> {
  const { rows } = await sql<{ bundle_id: string; issued_at: Date | null }>`
    select apps.bundle_id, keys.created_at as issued_at
    from (
      select distinct bundle_id from marketplace.placements
      where publisher_id = ${publisher_id} and bundle_id is not null
    ) as apps
    left join marketplace.app_keys as keys
      on keys.publisher_id = ${publisher_id} and keys.bundle_id = apps.bundle_id and keys.replaced_at is null
    order by apps.bundle_id`.execute(tx)
  return rows
}
