import type { Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'statistics.plan_minutes': Rollup<{ plan_id: string; minute: Date; customer_id: string }>
    'statistics.customer_quarters': Rollup<{ customer_id: string; quarter: Date; plan_id: string }>
    'statistics.plan_placements': Rollup<{
      plan_id: string
      placement_id: string
      publisher_id: string
      customer_id: string
    }>
    'statistics.plan_totals': Rollup<{ plan_id: string; customer_id: string }>
    'statistics.customer_totals': Rollup<{ customer_id: string; version: bigint }>
    'statistics.placement_hours': PlacementRollup
    'statistics.placement_days': PlacementRollup
  }
}

/**
 * What every roll-up counts: valid events and what they moved, and what was found invalid. `film_impressions` are those
 * of `impressions` on film placements, which alone can play to a quarter.
 */
export const FIGURES = [
  'impressions',
  'viewables',
  'clicks',
  'film_impressions',
  'video_25',
  'video_50',
  'video_75',
  'video_100',
  'film_skips',
  'film_errors',
  'conversions',
  'invalid_events',
  'spend_micros',
  'revenue_micros',
  'spend_returned_micros',
  'revenue_reversed_micros',
] as const
export type Figures = Record<(typeof FIGURES)[number], bigint>

/** What is counted by placement for its publisher; `earned_micros` is the publisher's part of the spend. */
export const PLACEMENT_FIGURES = [
  'impressions',
  'viewables',
  'clicks',
  'conversions',
  'invalid_events',
  'earned_micros',
] as const
export type PlacementFigureName = (typeof PLACEMENT_FIGURES)[number]

/** By hours or days of UTC, over all plans; written as the others are. */
type PlacementRollup = { [Name in PlacementFigureName]: Made<bigint> } & {
  placement_id: Made<string>
  begins_at: Made<Date>
  publisher_id: Made<string>
}

/** Written only by `statistics.apply_changes`, which the database calls as events and outcomes are recorded. */
type Rollup<Keys> = { [Name in keyof Figures | keyof Keys]: Made<(Figures & Keys)[Name]> }
