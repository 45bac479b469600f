import type {
  AssetMediaType,
  CreativeKind,
  CreativeStatus,
  PriceModel,
  ProductType,
  PushKind,
  RelationKind,
  SellerFile,
  SellerOutcome,
  StandsOn,
} from '@adtally/contract/enums.ts'
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
    'marketplace.app_keys': AppKeyTable
    'marketplace.publisher_blocks': PublisherBlockTable
    'marketplace.seller_checks': SellerCheckTable
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

export interface AssetTable {
  asset_hash: Fixed<Buffer>
  media_type: Fixed<AssetMediaType>
  content: Fixed<Buffer>
  /** A WebP for lists; null for films, old files, and pictures that would not get smaller. */
  small_content: Fixed<Buffer | null>
  created_at: Fixed<Date>
}

export interface CreativeTable {
  creative_id: Fixed<string>
  product_id: Fixed<string>
  advertiser_id: Made<string>
  kind: Fixed<CreativeKind>
  headline: Fixed<string>
  body: Fixed<string>
  asset_hash: Fixed<Buffer>
  /** The address it was fetched from once, shown to staff; null for a file. Nothing is loaded from there again. */
  source_url: Fixed<string | null>
  width: Fixed<number>
  height: Fixed<number>
  /** How long a film plays, its mean rate and its codecs (RFC 6381), as it says itself; null for a picture. */
  film_ms: Fixed<number | null>
  film_bitrate_kbps: Fixed<number | null>
  film_codecs: Fixed<string | null>
  /** How many frames a picture has, how long it moves in all, and whether it shows one colour alone; null for a film. */
  frames: Fixed<number | null>
  animation_ms: Fixed<number | null>
  is_one_colour: Fixed<boolean | null>
  /** Players let a visitor skip the film after so long; null: never. */
  skip_after_ms: Fixed<number | null>
  /** Who measures the film on players that let it (OMID): name, script, and what the script is told. */
  omid_vendor: Fixed<string | null>
  omid_url: Fixed<string | null>
  omid_parameters: Fixed<string | null>
  /** The ad server that the film came from, to which players may be sent; null for one of ours alone. */
  vast_url: Fixed<string | null>
  /** Which approved creative its approval stops. */
  replaces: Fixed<string | null>
  status: CreativeStatus
  refusal_reason: string | null
  /** Of the staff; else one of the advertiser's own people. */
  created_by: Fixed<string | null>
  created_by_person: Fixed<string | null>
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
  stands_on: Fixed<StandsOn>
  /** Of its pages, with their subdomains; none in an app. */
  hosts: Fixed<string[]>
  /** Of the app, as its store lists it; null on a site. */
  bundle_id: Fixed<string | null>
  store_url: Fixed<string | null>
  time_zone: Fixed<string>
  is_open: boolean
  created_at: Fixed<Date>
}

export interface AppKeyTable {
  app_key_id: Fixed<string>
  publisher_id: Fixed<string>
  bundle_id: Fixed<string>
  /** SHA-256. */
  key_hash: Fixed<Buffer>
  /** Ed25519, raw. */
  public_key: Fixed<Buffer>
  created_at: Fixed<Date>
  replaced_at: Date | null
  /** Somebody of the staff, else one of the publisher's people, whom only the database writes. */
  issued_by: Fixed<string | null>
  issued_by_person: Made<string | null>
}

export interface PublisherBlockTable {
  block_id: Fixed<string>
  /** What two of the staff agreed to; null where one of the publisher's own people said it. */
  proposal_id: Fixed<string | null>
  blocked_by_person: Made<string | null>
  publisher_id: Fixed<string>
  categories: Fixed<string[]>
  advertiser_domains: Fixed<string[]>
  blocked_at: Made<Date>
}

export interface SellerCheckTable {
  publisher_id: Fixed<string>
  file: Fixed<SellerFile>
  outcome: SellerOutcome | null
  answer: string | null
  checked_at: Date | null
  missing_since: Date | null
  due_at: Date
}

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
