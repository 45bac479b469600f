import * as z from 'zod/mini'
import { ASSET_MEDIA_TYPES, CREATIVE_KINDS, CREATIVE_STATUSES, PRODUCT_TYPES, PUSH_KINDS } from '../enums.ts'
import { amount, count, id, pageOf, time } from '../fields.ts'
import { creativeStopped, newCreative } from '../operator/market/catalogue-creatives.ts'
import { listFlags } from '../operator/statement/fields.ts'
import { partnerCall, partnerFileCall } from './statement/partner-call.ts'

/** Of what an advertiser's people do with its products and creatives. */
const OF_CATALOGUE = { area: 'catalogue', sides: ['advertiser'] } as const

const goal = z.object({
  /** What a report names it by. */
  goal: z.string(),
  title: z.string(),
  /** Whether it pays the payout; the others are counted. */
  pays: z.boolean(),
})

const product = z.object({
  product_id: id,
  name: z.string(),
  type: z.enum(PRODUCT_TYPES),
  category: z.string(),
  /** Whether it is on offer. */
  open: z.boolean(),
  payout: amount,
  amount_min: amount,
  amount_max: amount,
  conversion_window_days: count,
  goals: z.array(goal),
  landing_url: z.string(),
  countries: z.array(z.string()),
  devices: z.array(z.string()),
  operating_systems: z.array(z.string()),
  languages: z.array(z.string()),
  /** Such as `mon-fri 8-20`; null: at every hour. */
  hours: z.nullable(z.string()),
  keywords_any: z.array(z.string()),
  keywords_none: z.array(z.string()),
  push: z.array(z.enum(PUSH_KINDS)),
  /** Whether it has creatives in each state. */
  has_creatives: z.object({
    draft: z.boolean(),
    approved: z.boolean(),
    refused: z.boolean(),
    stopped: z.boolean(),
  }),
  created_at: time,
})

/** Terms never change; another product is proposed by the office's two people. */
export const listProducts = partnerCall({
  ...OF_CATALOGUE,
  name: 'list-products',
  kind: 'read',
  roles: ['owner', 'member', 'finance'],
  summary: 'Your products with their terms and goals, newest first, on offer or not',
  request: z.strictObject(listFlags),
  response: pageOf(product),
  refusals: [],
})

const creative = z.object({
  creative_id: id,
  product_id: id,
  kind: z.enum(CREATIVE_KINDS),
  /** `draft` waits for its review. */
  status: z.enum(CREATIVE_STATUSES),
  /** Why it was refused. */
  refusal_reason: z.nullable(z.string()),
  headline: z.string(),
  body: z.string(),
  asset_sha256: z.string(),
  asset_url: z.string(),
  media_type: z.enum(ASSET_MEDIA_TYPES),
  width: count,
  height: count,
  film_ms: z.nullable(count),
  /** Which approved creative its approval stops. */
  replaces: z.nullable(id),
  created_at: time,
  reviewed_at: z.nullable(time),
})

export const listCreatives = partnerCall({
  ...OF_CATALOGUE,
  name: 'list-creatives',
  kind: 'read',
  roles: ['owner', 'member', 'finance'],
  summary: 'Your creatives with their review, newest first',
  note: 'Without product_id those of all products',
  request: z.strictObject({ ...listFlags, product_id: z.optional(id) }),
  response: pageOf(creative),
  refusals: [],
})

export const saveOwnCreative = partnerFileCall({
  ...OF_CATALOGUE,
  name: 'save-creative',
  kind: 'read',
  roles: ['owner', 'member', 'finance'],
  summary: 'Save the picture or film of a creative, as it is kept',
  request: z.strictObject({ creative_id: id }),
  /** A picture's or a film's. */
  answers_file: '*/*',
  refusals: ['record_not_found'],
})

/** As the office's own drafts, which somebody of the office reviews before anybody is shown one. */
export const createOwnCreative = partnerCall({
  ...OF_CATALOGUE,
  name: 'create-creative',
  kind: 'act',
  roles: ['owner', 'member'],
  once: true,
  summary: 'Add a draft creative, which the office reviews before it is shown',
  ...newCreative,
})

/** At once: a picture that is wrong can't wait. */
export const stopOwnCreative = partnerCall({
  ...OF_CATALOGUE,
  name: 'stop-creative',
  kind: 'act',
  roles: ['owner', 'member'],
  summary: 'Take an approved creative out of delivery at once and for good, while its product has another',
  note: 'Where it is its product’s only one, ask the office to close the product',
  request: z.strictObject({ creative_id: id }),
  ...creativeStopped,
})
