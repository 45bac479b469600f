import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { takeTurn } from '../../../database/take-turn.ts'
import type { AdvertiserTable, PublisherTable } from '../tables.ts'

export type Advertiser = Selectable<AdvertiserTable>

/** Inserts a verified advertiser; false where this legal name exists already. */
export async function insertAdvertiser(
  tx: Transaction,
  advertiser: Omit<Insertable<AdvertiserTable>, 'verified_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('marketplace.advertisers')
    .values({ ...advertiser, verified_at: sql<Date>`platform.now()` })
    .onConflict((conflict) => conflict.column('legal_name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The advertiser with this id, or null. */
export async function advertiserById(tx: Transaction, advertiser_id: string): Promise<Advertiser | null> {
  const row = await tx
    .selectFrom('marketplace.advertisers')
    .selectAll()
    .where('advertiser_id', '=', advertiser_id)
    .executeTakeFirst()
  return row ?? null
}

/** Every advertiser, by name. */
export async function allAdvertisers(tx: Transaction): Promise<Advertiser[]> {
  return await tx.selectFrom('marketplace.advertisers').selectAll().orderBy('name').execute()
}

/** Replaces an advertiser's postback secret with a new, sealed one. */
export async function replacePostbackSecret(
  tx: Transaction,
  secret: { secret_id: string; advertiser_id: string; sealed: Buffer },
): Promise<void> {
  await takeTurn(tx, `postback-secret:${secret.advertiser_id}`)
  await tx
    .updateTable('marketplace.postback_secrets')
    .set({ replaced_at: sql<Date>`platform.now()` })
    .where('advertiser_id', '=', secret.advertiser_id)
    .where('replaced_at', 'is', null)
    .execute()
  await tx
    .insertInto('marketplace.postback_secrets')
    .values({ ...secret, created_at: sql<Date>`platform.now()`, replaced_at: null })
    .execute()
}

/** Every advertiser's sealed postback secret in force. */
export async function currentPostbackSecrets(
  tx: Transaction,
): Promise<{ secret_id: string; advertiser_id: string; sealed: Buffer }[]> {
  return await tx
    .selectFrom('marketplace.postback_secrets')
    .select(['secret_id', 'advertiser_id', 'sealed'])
    .where('replaced_at', 'is', null)
    .execute()
}

/** An advertiser's sealed postback secret in force, or null. */
export async function currentPostbackSecret(
  tx: Transaction,
  advertiser_id: string,
): Promise<{ secret_id: string; sealed: Buffer } | null> {
  const row = await tx
    .selectFrom('marketplace.postback_secrets')
    .select(['secret_id', 'sealed'])
    .where('advertiser_id', '=', advertiser_id)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Inserts a verified publisher; false where its legal name or domain exists already. */
export async function insertPublisher(
  tx: Transaction,
  publisher: Omit<Insertable<PublisherTable>, 'verified_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('marketplace.publishers')
    .values({ ...publisher, verified_at: sql<Date>`platform.now()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The publisher with this id, or null. */
export async function publisherById(
  tx: Transaction,
  publisher_id: string,
): Promise<Selectable<PublisherTable> | null> {
  const row = await tx
    .selectFrom('marketplace.publishers')
    .selectAll()
    .where('publisher_id', '=', publisher_id)
    .executeTakeFirst()
  return row ?? null
}

/** Every publisher, by name. */
export async function allPublishers(tx: Transaction): Promise<Selectable<PublisherTable>[]> {
  return await tx.selectFrom('marketplace.publishers').selectAll().orderBy('name').execute()
}
