import type { PushKind } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { CreativeKind, PriceModel } from './tables.ts'

/** An approved creative as shown to visitors. */
export interface ApprovedCreative {
  creative_id: string
  kind: CreativeKind
  headline: string
  body: string
  /** SHA-256 in hexadecimal of its picture or film, which we store. */
  asset_hash: string
  width: number | null
  height: number | null
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
  /** Whose clocks tell the hour of a visit: an IANA name. */
  time_zone: string
  is_open: boolean
}

/** Every product that may be delivered now. Changes are announced on the channel `marketplace_changed`. */
export async function eligibleProducts(tx: Transaction): Promise<EligibleProduct[]> {
  const { rows } = await sql<EligibleProduct>`
    select
      product_id, advertiser_id, name, category, countries, devices, operating_systems, languages,
      week_hours::text as week_hours, keywords_any, keywords_none, push, payout_micros, conversion_window_ms, landing_url,
      (select json_agg(json_build_object(
          'creative_id', creative_id, 'kind', kind, 'headline', headline, 'body', body,
          'asset_hash', encode(asset_hash, 'hex'), 'width', width, 'height', height
        ) order by creative_id)
        from marketplace.creatives
        where creatives.product_id = products.product_id and status = 'approved') as creatives
    from marketplace.products
    where is_open
      and exists (
        select from marketplace.creatives where creatives.product_id = products.product_id and status = 'approved')
    order by product_id`.execute(tx)
  return rows
}

/**
 * Every placement with its publisher, open or not. Changes are announced on the channel `marketplace_changed`. System
 * scope.
 */
export async function placements(tx: Transaction): Promise<Placement[]> {
  return await tx
    .selectFrom('marketplace.placements as placement')
    .innerJoin('marketplace.publishers as publisher', 'publisher.publisher_id', 'placement.publisher_id')
    .select([
      'placement.placement_id',
      'placement.publisher_id',
      'publisher.name as publisher_name',
      'publisher.domain as publisher_domain',
      (builder) =>
        builder
          .exists(
            builder
              .selectFrom('marketplace.exchange_keys as exchange')
              .select('exchange.publisher_id')
              .whereRef('exchange.publisher_id', '=', 'placement.publisher_id'),
          )
          .$castTo<boolean>()
          .as('is_exchange'),
      'placement.name',
      'placement.key',
      'placement.format',
      'placement.width',
      'placement.height',
      'placement.price_model',
      'placement.price_micros',
      'placement.countries',
      'placement.categories_refused',
      'placement.push',
      'placement.time_zone',
      'placement.is_open',
    ])
    .orderBy('placement.placement_id')
    .execute()
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
