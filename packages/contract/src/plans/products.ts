import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { CREATIVE_KINDS, PRODUCT_SORTS, PRODUCT_TYPES, PUSH_KINDS } from '../enums.ts'
import { amount, because, count, id, pageOf, pageQuery } from '../fields.ts'
import { lossRecord } from './plans.ts'

export const creative = z.object({
  creative_id: id,
  kind: z.enum(CREATIVE_KINDS),
  headline: z.string(),
  body: z.string(),
  image_url: z.nullable(z.string()),
  video_url: z.nullable(z.string()),
  width: z.nullable(count),
  height: z.nullable(count),
})

/** Hours on days in a row, from 1 (Monday) to 7. */
export const weekSpan = z.object({
  first_day: count,
  last_day: count,
  from_hour: count,
  /** Exclusive; 24 is the day's end. */
  until_hour: count,
})

export const targeting = z.object({
  countries: z.array(z.string()),
  devices: z.array(z.string()),
  operating_systems: z.array(z.string()),
  languages: z.array(z.string()),
  /** By the placement's clocks; empty: every hour. */
  hours: z.array(weekSpan),
  /** Of what a page is about, one of these at least; empty: whatever it is about. */
  keywords_any: z.array(z.string()),
  keywords_none: z.array(z.string()),
})

const productMembers = {
  product_id: id,
  name: z.string(),
  advertiser: z.string(),
  type: z.enum(PRODUCT_TYPES),
  push: z.array(z.enum(PUSH_KINDS)),
  payout: amount,
  amount_min: amount,
  amount_max: amount,
  open: z.boolean(),
  image_url: z.nullable(z.string()),
  /** Whether the platform or its staff have a share in the advertiser (PRODUCT §2.10). */
  related_party: z.boolean(),
  loss_record: lossRecord,
}

export const productCard = z.object(productMembers)

/** The combined results of a product's settled plans of 12 months, for choosing between products. */
export const settledFigures = z.object({
  settled_plans: count,
  /** Valid events of these plans only. */
  impressions: count,
  clicks: count,
  conversions: count,
  spend: amount,
  /** Spend per thousand impressions, rounded down to the micro-unit; null if there were none. */
  cost_per_thousand: z.nullable(amount),
  /** Spend per conversion, rounded down to the micro-unit; null if there were none. */
  cost_per_conversion: z.nullable(amount),
})

const comparedMembers = {
  settled: settledFigures,
  /** How many conversions the advertiser's free escrow covers, shared by all of its products. */
  capacity_conversions: count,
}

export const productList = customerCall('GET /plan/product/list', {
  name: 'productList',
  summary: 'Products that can be advertised',
  request: z.strictObject({
    ...pageQuery,
    search: z.optional(
      z.string({ error: because('field_invalid') }).check(z.maxLength(80, 'field_too_long')),
    ),
    type: z.optional(z.enum(PRODUCT_TYPES, { error: because('field_invalid') })),
    /** Products delivered on placements of this kind, perhaps on others too. */
    push: z.optional(z.enum(PUSH_KINDS, { error: because('field_invalid') })),
    /** Default: newest first. */
    sort: z.optional(z.enum(PRODUCT_SORTS, { error: because('field_invalid') })),
  }),
  response: pageOf(z.object({ ...productMembers, ...comparedMembers })),
  refusals: ['cursor_invalid'],
})

export const productDetail = customerCall('POST /plan/order/app/detail', {
  name: 'productDetail',
  summary: 'One product',
  request: z.strictObject({ product_id: id }),
  response: z.object({
    ...productMembers,
    ...comparedMembers,
    game_description: z.string(),
    content: z.string(),
    rules: z.string(),
    landing_url: z.string(),
    targeting,
    creatives: z.array(creative),
    /** A plan's conversions are capped at this percent of its amount, in revenue; escrow is reserved up to it. */
    conversion_cap_percent: count,
    conversion_window_ms: z.int(),
    publisher_share_percent: count,
    escrow_free: amount,
    /** Per 7 days; below this "learning phase" is shown (PRODUCT §4). */
    learning_phase_conversions: count,
  }),
  refusals: ['product_not_found'],
})
