import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { takeTurn } from '../../../database/take-turn.ts'
import type {} from '../tables.ts'

/** A publisher's app, as its store lists it. */
interface App {
  publisher_id: string
  bundle_id: string
}

/** Whether a placement of the publisher stands in this app. */
export async function hasAppPlacement(tx: Transaction, { publisher_id, bundle_id }: App): Promise<boolean> {
  const found = await tx
    .selectFrom('marketplace.placements')
    .select('placement_id')
    .where('publisher_id', '=', publisher_id)
    .where('bundle_id', '=', bundle_id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Puts a key in force in place of the app's present one. */
export async function replaceAppKey(
  tx: Transaction,
  key: App & { app_key_id: string; key_hash: Buffer; public_key: Buffer; issued_by: string },
): Promise<void> {
  await takeTurn(tx, `app-key:${key.publisher_id}:${key.bundle_id}`)
  await tx
    .updateTable('marketplace.app_keys')
    .set({ replaced_at: sql<Date>`platform.now()` })
    .where('publisher_id', '=', key.publisher_id)
    .where('bundle_id', '=', key.bundle_id)
    .where('replaced_at', 'is', null)
    .execute()
  await tx
    .insertInto('marketplace.app_keys')
    .values({ ...key, created_at: sql<Date>`platform.now()`, replaced_at: null })
    .execute()
}

/** Every app's key in force. */
export async function currentAppKeys(
  tx: Transaction,
): Promise<(App & { key_hash: Buffer; public_key: Buffer })[]> {
  return await tx
    .selectFrom('marketplace.app_keys')
    .select(['publisher_id', 'bundle_id', 'key_hash', 'public_key'])
    .where('replaced_at', 'is', null)
    .execute()
}
