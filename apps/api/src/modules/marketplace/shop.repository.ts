import type { ProductType, PushKind } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { ApprovedCreative } from './catalogue.repository.ts'
import { IN_FORCE } from './parties/related-parties.repository.ts'

export interface ShownCreative extends ApprovedCreative {
  /** Whether there is a small picture of its file. */
  has_small_picture: boolean
}

/** A product as customers see it. */
export interface ShownProduct {
  product_id: string
  advertiser_id: string
  name: string
  advertiser: string
  type: ProductType
  push: PushKind[]
  payout_micros: Micros
  amount_min_micros: Micros
  amount_max_micros: Micros
  is_open: boolean
  /** The operator, staff or another declared party owns a share of the advertiser (PRODUCT §2.10). */
  is_related: boolean
  game_description: string
  content: string
  rules: string
  /** Titles by the goals' keys, and the one that pays. */
  goals: Record<string, string>
  paid_goal: string
  landing_url: string
  countries: string[]
  devices: string[]
  operating_systems: string[]
  languages: string[]
  /** As `parseWeekHours` has them; null: every hour. */
  week_hours: string | null
  keywords_any: string[]
  keywords_none: string[]
  conversion_window_ms: bigint
  /** Changes whenever the product is opened or closed. */
  version: number
  creatives: ShownCreative[]
}

export interface ShopFilter {
  /** Searches name and description. */
  search?: string | undefined
  type?: ProductType | undefined
  push?: PushKind | undefined
}

export interface ShopQuery extends ShopFilter {
  /** Products before this id. */
  before?: string | undefined
  limit: number
}

const SHOWN = sql`
  product.product_id, product.advertiser_id, product.name, advertiser.name as advertiser, product.type, product.push,
  product.payout_micros, product.amount_min_micros, product.amount_max_micros, product.is_open,
  exists (
    select from marketplace.related_parties as related
    where related.advertiser_id = product.advertiser_id and ${IN_FORCE}
  ) as is_related,
  product.game_description, product.content, product.rules, product.goals, product.paid_goal, product.landing_url,
  product.countries, product.devices, product.operating_systems, product.languages,
  product.week_hours::text as week_hours, product.keywords_any, product.keywords_none, product.conversion_window_ms,
  product.version,
  coalesce((
    select json_agg(json_build_object(
      'creative_id', creative_id, 'kind', kind, 'headline', headline, 'body', body,
      'asset_hash', encode(asset_hash, 'hex'), 'width', width, 'height', height,
      'has_small_picture', exists (
        select from marketplace.assets where assets.asset_hash = creatives.asset_hash and small_content is not null
      )
    ) order by creative_id)
    from marketplace.creatives where creatives.product_id = product.product_id and status = 'approved'
  ), '[]') as creatives`

async function shown(
  tx: Transaction,
  condition: RawBuilder<unknown>,
  rows_max: number,
): Promise<ShownProduct[]> {
  const { rows } = await sql<ShownProduct>`
    select ${SHOWN}
    from marketplace.products as product
    join marketplace.advertisers as advertiser on advertiser.advertiser_id = product.advertiser_id
    where ${condition}
    order by product.product_id desc limit ${rows_max}`.execute(tx)
  return rows
}

function isOpenAnd({ search, type, push }: ShopFilter): RawBuilder<unknown> {
  const pattern = search === undefined ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql`product.is_open
    and (${type ?? null}::text is null or product.type = ${type ?? null})
    and (${push ?? null}::text is null or ${push ?? null} = any (product.push))
    and (${pattern}::text is null or product.name ilike ${pattern} or product.game_description ilike ${pattern})`
}

/** Open products, newest first. System scope. */
export async function openProducts(tx: Transaction, query: ShopQuery): Promise<ShownProduct[]> {
  const { before, limit, ...filter } = query
  return await shown(
    tx,
    sql`${isOpenAnd(filter)} and (${before ?? null}::uuid is null or product.product_id < ${before ?? null}::uuid)`,
    limit,
  )
}

/** The data for ranking products, besides their plans' results. */
export type RankedProduct = Pick<ShownProduct, 'product_id' | 'advertiser_id' | 'payout_micros'>

/** Every open product's data for ranking, in no order. System scope. */
export async function rankedProducts(tx: Transaction, filter: ShopFilter): Promise<RankedProduct[]> {
  const { rows } = await sql<RankedProduct>`
    select product_id, advertiser_id, payout_micros from marketplace.products as product
    where ${isOpenAnd(filter)}`.execute(tx)
  return rows
}

/** Products, open or not, newest first, before one of them where given. System scope. */
export async function allProducts(
  tx: Transaction,
  before: string | undefined,
  rows_max: number,
): Promise<ShownProduct[]> {
  return await shown(
    tx,
    before === undefined ? sql`true` : sql`product.product_id < ${before}::uuid`,
    rows_max,
  )
}

/** The products with these ids, open or not; unknown ids are absent. System scope. */
export async function productsByIds(
  tx: Transaction,
  product_ids: readonly string[],
): Promise<Map<string, ShownProduct>> {
  if (product_ids.length === 0) return new Map()
  const ids = [...new Set(product_ids)]
  const rows = await shown(tx, sql`product.product_id = any (${ids}::uuid[])`, ids.length)
  return new Map(rows.map((row) => [row.product_id, row]))
}

/** Ids of products, open or not, whose name contains `text`; at most a thousand. */
export async function productIdsByName(tx: Transaction, text: string): Promise<string[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ product_id: string }>`
    select product_id from marketplace.products where name ilike ${pattern} order by product_id desc limit 1000`.execute(
    tx,
  )
  return rows.map(({ product_id }) => product_id)
}

/** What may have changed about a product since it was read. */
export interface ProductState {
  product_id: string
  version: number
  is_open: boolean
  has_approved_creative: boolean
}

/**
 * States of products, locked until the transaction ends, so that a later closing or review sees every plan placed
 * before. Unknown ids are absent.
 */
export async function lockProductStates(
  tx: Transaction,
  product_ids: readonly string[],
): Promise<ProductState[]> {
  const ids = [...new Set(product_ids)]
  const locked = sql`select marketplace.hold_products(${ids}::uuid[])`.execute(tx)
  // A separate statement, so that it sees what was committed while the lock was awaited.
  const read = sql<ProductState>`
    select product_id, version, is_open, exists (
      select from marketplace.creatives where creatives.product_id = products.product_id and status = 'approved'
    ) as has_approved_creative
    from marketplace.products where product_id = any (${ids}::uuid[])`.execute(tx)
  const [{ rows }] = await Promise.all([read, locked])
  return rows
}
