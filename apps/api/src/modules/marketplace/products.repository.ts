import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { AssetTable, CreativeTable, ProductTable } from './tables.ts'

export type Product = Selectable<ProductTable>
export type Creative = Selectable<CreativeTable>

/** Inserts a product; false where its advertiser has one with this name. */
export async function insertProduct(
  tx: Transaction,
  product: Omit<Insertable<ProductTable>, 'created_at' | 'version'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('marketplace.products')
    .values({ ...product, version: 1, created_at: sql<Date>`platform.now()` })
    .onConflict((conflict) => conflict.columns(['advertiser_id', 'name']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The product with this id, or null. */
export async function productById(tx: Transaction, product_id: string): Promise<Product | null> {
  const row = await tx
    .selectFrom('marketplace.products')
    .selectAll()
    .where('product_id', '=', product_id)
    .executeTakeFirst()
  return row ?? null
}

/** Locks a product's row against plans being placed on it until the transaction ends. */
export async function lockProduct(tx: Transaction, product_id: string): Promise<void> {
  await tx
    .selectFrom('marketplace.products')
    .select('product_id')
    .where('product_id', '=', product_id)
    .forNoKeyUpdate()
    .execute()
}

/** Opens or closes a product; returns whether that changed anything. */
export async function setProductOpen(
  tx: Transaction,
  product_id: string,
  is_open: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('marketplace.products')
    .set({ is_open, version: sql<number>`version + 1` })
    .where('product_id', '=', product_id)
    .where('is_open', '<>', is_open)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Inserts a creative as a draft. */
export async function insertCreative(
  tx: Transaction,
  creative: Omit<
    Insertable<CreativeTable>,
    'advertiser_id' | 'created_at' | 'status' | 'refusal_reason' | 'reviewed_by' | 'reviewed_at'
  >,
): Promise<void> {
  await tx
    .insertInto('marketplace.creatives')
    .values({
      ...creative,
      status: 'draft',
      refusal_reason: null,
      reviewed_by: null,
      reviewed_at: null,
      created_at: sql<Date>`platform.now()`,
    })
    .execute()
}

/** The product that a creative belongs to for good, or null. */
export async function productOfCreative(tx: Transaction, creative_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('marketplace.creatives')
    .select('product_id')
    .where('creative_id', '=', creative_id)
    .executeTakeFirst()
  return row?.product_id ?? null
}

/** The creative with this id, locked, or null. */
export async function lockCreative(tx: Transaction, creative_id: string): Promise<Creative | null> {
  const row = await tx
    .selectFrom('marketplace.creatives')
    .selectAll()
    .where('creative_id', '=', creative_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** As `lockCreative`, of the party of a partner's session, with its product; null where it is none of theirs. */
export async function lockOwnCreative(
  tx: Transaction,
  creative_id: string,
  session_token: string,
): Promise<Creative | null> {
  const { rows } = await sql<Creative>`
    select (creative).* from (
      select marketplace.lock_own_creative(${session_token}, ${creative_id}::uuid) as creative offset 0
    ) as locked where (creative).creative_id is not null`.execute(tx)
  return rows[0] ?? null
}

/** A review's verdict: the file with this hash is approved, or the creative is refused with a reason. */
export type Review = { seen_hash: Buffer; refusal_reason: null } | { seen_hash: null; refusal_reason: string }

/** Stores a review's verdict under the session's staff. */
export async function setReview(
  tx: Transaction,
  creative_id: string,
  session_token: string,
  verdict: Review,
): Promise<void> {
  const { seen_hash, refusal_reason } = verdict
  await sql`
    select marketplace.review_creative(
      ${session_token}, ${creative_id}::uuid, ${seen_hash}::bytea, ${refusal_reason}::text)`.execute(tx)
}

/** Takes an approved creative out of delivery under the session's staff. */
export async function stopDelivering(
  tx: Transaction,
  creative_id: string,
  session_token: string,
): Promise<void> {
  await sql`select marketplace.stop_creative(${session_token}, ${creative_id}::uuid)`.execute(tx)
}

/** Takes an approved creative out of delivery under the session of one of its advertiser's people. */
export async function stopOwnDelivering(
  tx: Transaction,
  creative_id: string,
  session_token: string,
): Promise<void> {
  await sql`select marketplace.stop_own_creative(${session_token}, ${creative_id}::uuid)`.execute(tx)
}

/** How many of a product's creatives are in each state. */
export async function creativeCounts(
  tx: Transaction,
  product_id: string,
): Promise<{ draft: number; approved: number; refused: number }> {
  const { rows } = await sql<{ draft: number; approved: number; refused: number }>`
    select
      count(*) filter (where status = 'draft')::integer as draft,
      count(*) filter (where status = 'approved')::integer as approved,
      count(*) filter (where status = 'refused')::integer as refused
    from marketplace.creatives where product_id = ${product_id}`.execute(tx)
  return rows[0] ?? { draft: 0, approved: 0, refused: 0 }
}

/** A draft with its file's type and size. */
export type Draft = Creative & Pick<Selectable<AssetTable>, 'media_type'> & { bytes: number }

/** Drafts waiting for review, oldest first. */
export async function draftCreatives(
  tx: Transaction,
  after: string | undefined,
  rows_max: number,
): Promise<Draft[]> {
  const query = tx
    .selectFrom('marketplace.creatives as creative')
    .innerJoin('marketplace.assets as asset', 'asset.asset_hash', 'creative.asset_hash')
    .selectAll('creative')
    .select(['asset.media_type', sql<number>`octet_length(asset.content)`.as('bytes')])
    .where(sql<boolean>`creative.status = 'draft'`)
  const later = after === undefined ? query : query.where('creative.creative_id', '>', after)
  return await later.orderBy('creative.creative_id').limit(rows_max).execute()
}

/** Stores a file's bytes under their hash, unless stored already. */
export async function keepAsset(
  tx: Transaction,
  asset: Omit<Insertable<AssetTable>, 'created_at'>,
): Promise<void> {
  const { asset_hash, media_type, content, small_content } = asset
  await sql`
    insert into marketplace.assets (asset_hash, media_type, content, small_content, created_at)
    values (${asset_hash}, ${media_type}, ${content}, ${small_content}, platform.now())
    on conflict (asset_hash) do nothing`.execute(tx)
}

/** A stored file by its hash in hexadecimal, or null. */
export async function assetByHash(
  tx: Transaction,
  hash: string,
): Promise<Pick<Selectable<AssetTable>, 'media_type' | 'content'> | null> {
  const row = await tx
    .selectFrom('marketplace.assets')
    .select(['media_type', 'content'])
    .where('asset_hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst()
  return row ?? null
}

/** The file of a creative, or null. */
export async function assetOfCreative(
  tx: Transaction,
  creative_id: string,
): Promise<Pick<Selectable<AssetTable>, 'asset_hash' | 'media_type' | 'content'> | null> {
  const row = await tx
    .selectFrom('marketplace.creatives as creative')
    .innerJoin('marketplace.assets as asset', 'asset.asset_hash', 'creative.asset_hash')
    .select(['asset.asset_hash', 'asset.media_type', 'asset.content'])
    .where('creative.creative_id', '=', creative_id)
    .executeTakeFirst()
  return row ?? null
}

/** The small picture of a stored file, by the file's hash in hexadecimal, or null. */
export async function smallPictureByHash(
  tx: Transaction,
  hash: string,
): Promise<{ media_type: string; content: Buffer } | null> {
  const row = await tx
    .selectFrom('marketplace.assets')
    .select('small_content')
    .where('asset_hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst()
  return row?.small_content ? { media_type: 'image/webp', content: row.small_content } : null
}
