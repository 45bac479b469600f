import { CREATIVE_STATUSES, type CreativeStatus } from '@adtally/contract/enums.ts'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { AssetTable, CreativeTable, ProductTable } from './tables.ts'

/** A product as its advertiser's people see it, with whether it has creatives in each state. */
export type OwnProduct = Selectable<ProductTable> & { has_creatives: Record<CreativeStatus, boolean> }

/** An advertiser's products, open or not, newest first, before one of them where given. */
export async function productsOf(
  tx: Transaction,
  advertiser_id: string,
  before: string | undefined,
  rows_max: number,
): Promise<OwnProduct[]> {
  const query = tx
    .selectFrom('marketplace.products as product')
    .selectAll('product')
    .select([
      sql<string | null>`product.week_hours::text`.as('week_hours'),
      // Scalar, so that it is looked up by the index and never hashed for all products at once.
      sql<OwnProduct['has_creatives']>`(
        select json_object_agg(status, (
          select true from marketplace.creatives
          where creatives.product_id = product.product_id and creatives.status = state.status limit 1) is not null)
        from unnest(${[...CREATIVE_STATUSES]}::text[]) as state (status))`.as('has_creatives'),
    ])
    .where('product.advertiser_id', '=', advertiser_id)
  const older = before === undefined ? query : query.where('product.product_id', '<', before)
  return await older.orderBy('product.product_id', 'desc').limit(rows_max).execute()
}

/** A creative as its advertiser's people see it. */
export type OwnCreative = Selectable<CreativeTable> & Pick<Selectable<AssetTable>, 'media_type'>

/** An advertiser's creatives, of one product where given, newest first, before one of them where given. */
export async function creativesOf(
  tx: Transaction,
  { advertiser_id, product_id }: { advertiser_id: string; product_id: string | undefined },
  before: string | undefined,
  rows_max: number,
): Promise<OwnCreative[]> {
  const query = tx
    .selectFrom('marketplace.creatives as creative')
    .innerJoin('marketplace.assets as asset', 'asset.asset_hash', 'creative.asset_hash')
    .selectAll('creative')
    .select('asset.media_type')
    .where('creative.advertiser_id', '=', advertiser_id)
  const of_product = product_id === undefined ? query : query.where('creative.product_id', '=', product_id)
  const older = before === undefined ? of_product : of_product.where('creative.creative_id', '<', before)
  return await older.orderBy('creative.creative_id', 'desc').limit(rows_max).execute()
}
