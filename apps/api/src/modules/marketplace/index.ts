import type { Module } from '../module.ts'
import type {} from './tables.ts'

export {
  type ApprovedCreative,
  type EligibleProduct,
  eligibleProducts,
  marketplaceRevision,
  type Placement,
  placements,
} from './catalogue.repository.ts'
export type { CreativeKind, PriceModel, RelationKind } from './tables.ts'

/** The channel on which the database announces every change of products, creatives, publishers and placements. */
export const MARKETPLACE_CHANNEL = 'marketplace_changed'

/** Advertisers, products, creatives, publishers, placements, related parties, escrow paid in. */
export const marketplaceModule: Module = { name: 'marketplace' }
