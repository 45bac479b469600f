import type { OutputOf } from '@adtally/contract/call.ts'
import type { planDetail, planList } from '@adtally/contract/plans/plans.ts'
import type { productDetail } from '@adtally/contract/plans/products.ts'
import type { statisticsList } from '@adtally/contract/plans/statistics.ts'
import type { statisticsChart } from '@adtally/contract/plans/statistics-chart.ts'

type Product = OutputOf<typeof productDetail>
type PlanCard = OutputOf<typeof planList>['items'][number]
type Plan = OutputOf<typeof planDetail>
type Reading = OutputOf<typeof statisticsList>
type Chart = OutputOf<typeof statisticsChart>

export const PRODUCT_ID = '01890000-0000-7000-8000-00000000000a'
export const PLAN_ID = '01890000-0000-7000-8000-00000000000b'

/** A product for 20 to 1,000 that pays 1.80 a conversion. */
export function buildProduct(members: Partial<Product> = {}): Product {
  return {
    product_id: PRODUCT_ID,
    name: 'Tidepool',
    advertiser: 'Lantern Bay Games',
    type: 'landing_page',
    push: ['official', 'non_official'],
    payout: '1.80',
    amount_min: '20.00',
    amount_max: '1000.00',
    open: true,
    image_url: null,
    related_party: false,
    loss_record: {
      basis: 'product',
      settled_plans: 41,
      losing_plans_percent: '62.5',
      losing_amount_percent: '12.0',
      result_percent_quartile_1: '-38.0',
      result_percent_median: '-4.1',
      result_percent_quartile_3: '21.0',
      result_percent_quartile_1_by_amount: '-21.4',
      result_percent_median_by_amount: '-6.2',
      result_percent_quartile_3_by_amount: '5.1',
      related_spend_percent: '0.0',
      since: '2025-03-01T00:00:00Z',
      as_of: '2026-03-01T00:00:00Z',
    },
    game_description: 'A quiet puzzle.',
    content: 'The first level.',
    rules: 'One conversion a visitor.',
    landing_url: 'https://game.example/tidepool',
    targeting: {
      countries: ['DE'],
      devices: ['phone'],
      operating_systems: ['ios'],
      languages: [],
      hours: [],
      keywords_any: [],
      keywords_none: [],
    },
    creatives: [],
    conversion_cap_percent: 200,
    conversion_window_ms: 7 * 86_400_000,
    publisher_share_percent: 80,
    escrow_free: '11000.00',
    capacity_conversions: 6111,
    settled: {
      settled_plans: 41,
      impressions: 820_000,
      clicks: 16_400,
      conversions: 1_066,
      spend: '1927.00',
      cost_per_thousand: '2.35',
      cost_per_conversion: '1.807692',
    },
    learning_phase_conversions: 50,
    ...members,
  }
}

/** A running plan of 120.00. */
export function buildPlanCard(members: Partial<PlanCard> = {}): PlanCard {
  return {
    plan_id: PLAN_ID,
    number: 'P100001',
    product_id: PRODUCT_ID,
    product_name: 'Tidepool',
    image_url: null,
    status: 'putting',
    paused: false,
    put_amount: '120.00',
    consumed: '13.08',
    to_be_consumed: '106.92',
    put_progress_percent: 10,
    revenue: '9.00',
    profit: '-4.08',
    estimated: true,
    learning_phase: true,
    create_time: '2026-02-27T10:00:00Z',
    ...members,
  }
}

/** The page of that plan. */
export function buildPlan(members: Partial<Plan> = {}): Plan {
  return {
    ...buildPlanCard(),
    payout: '1.80',
    conversion_cap: 133,
    conversions: 5,
    ends_at: '2026-03-29T10:00:00Z',
    funding: { cash: '120.00', discount: '0.00', startup: '0.00' },
    spend_parts: { cash: '13.08', discount: '0.00', startup: '0.00' },
    policy_version: 1,
    timeline: [
      { status: 'waitPut', at: '2026-02-27T10:00:00Z', reason: 'placed' },
      { status: 'matching', at: '2026-02-27T10:00:01Z', reason: 'creative_approved' },
      { status: 'putting', at: '2026-02-27T10:01:00Z', reason: 'first_delivery' },
    ],
    figures: {
      impressions: 1878,
      viewable: 1351,
      viewability_percent: '71.9',
      film: null,
      clicks: 65,
      conversions: 5,
      invalid_events: 2,
      spend_returned: '0.10',
      revenue_reversed: '1.80',
    },
    placements: [],
    placement_pauses: [],
    settlement: null,
    can: { cancel: false, pause: true, resume: false, stop: true },
    ...members,
  }
}

/** What a plan whose profit is all that moves was settled with. */
export const SETTLEMENT: NonNullable<Plan['settlement']> = {
  settled_at: '2026-03-08T10:00:00Z',
  spend: '40.00',
  revenue: '30.00',
  profit: '-10.00',
  startup_return: '0.00',
  profit_share: '0.00',
  rebate: '0.00',
  paid: '30.00',
  returned: '0.00',
  platform_fee: '8.00',
  policy_version: 1,
  available_change: '-10.00',
}

/** No act is open to a plan. */
export const CAN_NOTHING = { cancel: false, pause: false, resume: false, stop: false }

/** A placement of that plan. */
export function buildPlacement(
  members: Partial<Plan['placements'][number]> = {},
): Plan['placements'][number] {
  return {
    placement_id: '01890000-0000-7000-8000-0000000000d1',
    placement: 'Top of page',
    publisher: 'Harbour News',
    publisher_domain: 'harbour-news.example',
    push: 'official',
    impressions: 1878,
    viewable: 1351,
    viewability_percent: '71.9',
    film: null,
    clicks: 65,
    conversions: 5,
    consumed: '13.08',
    revenue: '9.00',
    paused_at: null,
    can_pause: false,
    ...members,
  }
}

/** A period's figures with a loss. */
export function buildReading(members: Partial<Reading> = {}): Reading {
  return {
    type: '1',
    invested: '120.00',
    delivery_orders: 1,
    consumed: '13.08',
    to_be_consumed: '106.92',
    impressions: 1878,
    clicks: 65,
    conversions: 5,
    advertising_revenue: '9.00',
    profit: '-4.08',
    revenue_estimated: '9.00',
    estimated: true,
    learning_phase: true,
    as_of: '2026-03-01T12:00:00Z',
    ...members,
  }
}

/** A chart's two buckets of six hours, the second with a gain. */
export const TWO_BUCKETS = {
  points: [
    { at: '2026-03-01T00:00:00Z', spend: '10.00', revenue: '3.60' },
    { at: '2026-03-01T06:00:00Z', spend: '3.00', revenue: '5.40' },
  ],
  bucket_ms: 21_600_000,
}

/** A chart without points. */
export function buildChart(members: Partial<Chart> = {}): Chart {
  return { points: [], bucket_ms: 3_600_000, before: null, as_of: '2026-03-01T12:00:00Z', ...members }
}
