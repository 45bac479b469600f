import type { CreativeKind, CreativeStatus, PriceModel, PushKind, StandsOn } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** An approved creative as shown to visitors. */
export interface ApprovedCreative {
  creative_id: string
  kind: CreativeKind
  headline: string
  body: string
  /** SHA-256 in hexadecimal of its picture or film, which we store. */
  asset_hash: string
  width: number
  height: number
  /** Null for a picture. */
  film_ms: number | null
  film_bitrate_kbps: number | null
  film_codecs: string | null
  skip_after_ms: number | null
  omid_vendor: string | null
  omid_url: string | null
  omid_parameters: string | null
  vast_url: string | null
}

/** An open product with an approved creative, and everything that choosing an advertisement needs. */
export interface EligibleProduct {
  product_id: string
  advertiser_id: string
  name: string
  category: string
  countries: string[]
  devices: string[]
  operating_systems: string[]
  languages: string[]
  /** The 168 hours of a week from Monday 0:00 by the placement's clocks, each `1` or `0`; null: every hour. */
  week_hours: string | null
  keywords_any: string[]
  keywords_none: string[]
  push: PushKind[]
  payout_micros: Micros
  conversion_window_ms: bigint
  landing_url: string
  creatives: ApprovedCreative[]
}

export interface Placement {
  placement_id: string
  publisher_id: string
  publisher_name: string
  publisher_domain: string
  /** Whether its publisher is an exchange, which alone fills it. */
  is_exchange: boolean
  name: string
  key: string
  format: CreativeKind
  width: number
  height: number
  price_model: PriceModel
  /** For CPM, the price of a thousand impressions; one costs exactly a thousandth. */
  price_micros: Micros
  countries: string[]
  categories_refused: string[]
  push: PushKind
  stands_on: StandsOn
  /** Of its pages, with their subdomains; none in an app. */
  hosts: string[]
  /** Of the app; null on a site. */
  bundle_id: string | null
  store_url: string | null
  /** What its publisher wants on none of its placements; domains with their subdomains. */
  blocked_categories: string[]
  blocked_domains: string[]
  /** Whose clocks tell the hour of a visit: an IANA name. */
  time_zone: string
  is_open: boolean
}

/** Every product that may be delivered now. Changes are announced on the channel `marketplace_changed`. */
export async function eligibleProducts(tx: Transaction): Promise<EligibleProduct[]> {
  const { rows } = await sql<EligibleProduct>`
    select ${productWith(sql<boolean>`status = 'approved'`)}
    from marketplace.products
    where is_open
      and exists (
        select from marketplace.creatives where creatives.product_id = products.product_id and status = 'approved')
    order by product_id`.execute(tx)
  return rows
}

/** A creative in whatever state, with its product as it would be if this one were approved, too. */
export interface PreviewedCreative {
  creative_id: string
  status: CreativeStatus
  product: EligibleProduct
}

/** A creative to be looked at; null where there is none. */
export async function previewedCreative(
  tx: Transaction,
  creative_id: string,
): Promise<PreviewedCreative | null> {
  const found = await tx
    .selectFrom('marketplace.creatives')
    .select(['creative_id', 'status', 'product_id'])
    .where('creative_id', '=', creative_id)
    .executeTakeFirst()
  if (!found) return null
  const { rows } = await sql<EligibleProduct>`
    select ${productWith(sql<boolean>`(status = 'approved' or creative_id = ${creative_id})`)}
    from marketplace.products where product_id = ${found.product_id}`.execute(tx)
  const [product] = rows
  return product ? { creative_id, status: found.status, product } : null
}

/** A product's members, with those of its creatives that `may_show` holds for. */
function productWith(may_show: RawBuilder<boolean>): RawBuilder<EligibleProduct> {
  return sql<EligibleProduct>`
      product_id, advertiser_id, name, category, countries, devices, operating_systems, languages,
      week_hours::text as week_hours, keywords_any, keywords_none, push, payout_micros, conversion_window_ms, landing_url,
      (select json_agg(json_build_object(
          'creative_id', creative_id, 'kind', kind, 'headline', headline, 'body', body,
          'asset_hash', encode(asset_hash, 'hex'), 'width', width, 'height', height, 'film_ms', film_ms,
          'film_bitrate_kbps', film_bitrate_kbps, 'film_codecs', film_codecs, 'skip_after_ms', skip_after_ms,
          'omid_vendor', omid_vendor, 'omid_url', omid_url, 'omid_parameters', omid_parameters, 'vast_url', vast_url
        ) order by creative_id)
        from marketplace.creatives
        where creatives.product_id = products.product_id and ${may_show}) as creatives`
}

/**
 * Every placement with its publisher, open or not. Changes are announced on the channel `marketplace_changed`. System
 * scope.
 */
export async function placements(tx: Transaction): Promise<Placement[]> {
  const { rows } = await sql<Placement>`
    select
      placement_id, publisher_id, publishers.name as publisher_name, domain as publisher_domain,
      exists (
        select from marketplace.exchange_keys where exchange_keys.publisher_id = placements.publisher_id
      ) as is_exchange,
      placements.name, key,
      format, width, height, price_model, price_micros, countries, categories_refused, push,
      stands_on, hosts, bundle_id, store_url,
      coalesce(blocks.categories, '{}') as blocked_categories,
      coalesce(blocks.advertiser_domains, '{}') as blocked_domains,
      time_zone, is_open
    from marketplace.placements
    join marketplace.publishers using (publisher_id)
    left join (
      select distinct on (publisher_id) publisher_id, categories, advertiser_domains
      from marketplace.publisher_blocks
      order by publisher_id, blocked_at desc, block_id desc
    ) as blocks using (publisher_id)
    order by placement_id`.execute(tx)
  return rows
}

/** A placement's name and publisher, open or not. */
export interface PlacementName {
  placement_id: string
  name: string
  publisher_name: string
  publisher_domain: string
  push: PushKind
}

/** Names of placements, by id. */
export async function placementNames(
  tx: Transaction,
  placement_ids: readonly string[],
): Promise<Map<string, PlacementName>> {
  if (placement_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('marketplace.placements as placement')
    .innerJoin('marketplace.publishers as publisher', 'publisher.publisher_id', 'placement.publisher_id')
    .select([
      'placement.placement_id',
      'placement.name',
      'publisher.name as publisher_name',
      'publisher.domain as publisher_domain',
      'placement.push',
    ])
    .where('placement.placement_id', 'in', [...placement_ids])
    .execute()
  return new Map(rows.map((row) => [row.placement_id, row]))
}
