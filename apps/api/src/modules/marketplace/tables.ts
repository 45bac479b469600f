import type { ProductType, PushKind } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { Fixed, Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'marketplace.advertisers': AdvertiserTable
    'marketplace.postback_secrets': PostbackSecretTable
    'marketplace.products': ProductTable
    'marketplace.assets': AssetTable
    'marketplace.creatives': CreativeTable
    'marketplace.publishers': PublisherTable
    'marketplace.exchange_keys': ExchangeKeyTable
    'marketplace.placements': PlacementTable
    'marketplace.related_parties': RelatedPartyTable
    'marketplace.related_party_ends': RelatedPartyEndTable
    'marketplace.escrow_top_ups': EscrowTopUpTable
  }
}

export interface AdvertiserTable {
  advertiser_id: Fixed<string>
  name: Fixed<string>
  legal_name: Fixed<string>
  account_name: Fixed<string>
  evidence_hash: Fixed<Buffer>
  verified_at: Fixed<Date>
}

export interface PostbackSecretTable {
  secret_id: Fixed<string>
  advertiser_id: Fixed<string>
  sealed: Fixed<Buffer>
  created_at: Fixed<Date>
  replaced_at: Date | null
}

export interface ExchangeKeyTable {
  key_id: Fixed<string>
  publisher_id: Fixed<string>
  key_hash: Fixed<Buffer>
  created_at: Fixed<Date>
  ended_at: Date | null
}

export interface ProductTable {
  product_id: Fixed<string>
  advertiser_id: Fixed<string>
  name: Fixed<string>
  type: Fixed<ProductType>
  category: Fixed<string>
  game_description: Fixed<string>
  content: Fixed<string>
  rules: Fixed<string>
  countries: Fixed<string[]>
  devices: Fixed<string[]>
  operating_systems: Fixed<string[]>
  languages: Fixed<string[]>
  /** As `parseWeekHours` has them; null: every hour. */
  week_hours: Fixed<string | null>
  keywords_any: Fixed<string[]>
  keywords_none: Fixed<string[]>
  push: Fixed<PushKind[]>
  payout_micros: Fixed<Micros>
  amount_min_micros: Fixed<Micros>
  amount_max_micros: Fixed<Micros>
  conversion_window_ms: Fixed<bigint>
  /** Titles by the goals' keys. */
  goals: Fixed<Record<string, string>>
  paid_goal: Fixed<string>
  landing_url: Fixed<string>
  is_open: boolean
  version: number
  created_at: Fixed<Date>
}

export type AssetMediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'video/mp4'

export interface AssetTable {
  asset_hash: Fixed<Buffer>
  media_type: Fixed<AssetMediaType>
  content: Fixed<Buffer>
  /** A WebP for lists; null for films, old files, and pictures that would not get smaller. */
  small_content: Fixed<Buffer | null>
  created_at: Fixed<Date>
}

export type CreativeKind = 'image' | 'native' | 'video'
export type CreativeStatus = 'draft' | 'approved' | 'refused'

export interface CreativeTable {
  creative_id: Fixed<string>
  product_id: Fixed<string>
  kind: Fixed<CreativeKind>
  headline: Fixed<string>
  body: Fixed<string>
  asset_hash: Fixed<Buffer>
  /** The address it was fetched from once, shown to staff; null for a file. Nothing is loaded from there again. */
  source_url: Fixed<string | null>
  width: Fixed<number | null>
  height: Fixed<number | null>
  status: CreativeStatus
  refusal_reason: string | null
  created_by: Fixed<string>
  created_at: Fixed<Date>
  reviewed_by: string | null
  reviewed_at: Date | null
}

export interface PublisherTable {
  publisher_id: Fixed<string>
  name: Fixed<string>
  legal_name: Fixed<string>
  domain: Fixed<string>
  account_name: Fixed<string>
  evidence_hash: Fixed<Buffer>
  verified_at: Fixed<Date>
}

export type PriceModel = 'CPM' | 'CPC'

export interface PlacementTable {
  placement_id: Fixed<string>
  publisher_id: Fixed<string>
  name: Fixed<string>
  key: Fixed<string>
  format: Fixed<CreativeKind>
  width: Fixed<number>
  height: Fixed<number>
  price_model: Fixed<PriceModel>
  price_micros: Fixed<Micros>
  countries: Fixed<string[]>
  categories_refused: Fixed<string[]>
  push: Fixed<PushKind>
  time_zone: Fixed<string>
  is_open: boolean
  created_at: Fixed<Date>
}

export type RelationKind = 'operator' | 'staff' | 'advertiser' | 'publisher' | 'leader'

export interface RelatedPartyTable {
  declaration_id: Fixed<string>
  kind: Fixed<RelationKind>
  party_name: Fixed<string>
  customer_id: Fixed<string | null>
  advertiser_id: Fixed<string | null>
  publisher_id: Fixed<string | null>
  share_percent: Fixed<number>
  /** A calendar day, `2026-01-31`. */
  since: Fixed<string>
  declared_by: Fixed<string>
  declared_at: Fixed<Date>
}

export interface RelatedPartyEndTable {
  declaration_id: Fixed<string>
  proposal_id: Fixed<string>
  ended_at: Made<Date>
}

export interface EscrowTopUpTable {
  top_up_id: Fixed<string>
  advertiser_id: Fixed<string>
  line_id: Fixed<string>
  amount_micros: Fixed<Micros>
  created_at: Fixed<Date>
}
