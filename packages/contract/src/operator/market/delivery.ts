import * as z from 'zod/mini'
import {
  CREATIVE_KINDS,
  CREATIVE_STATUSES,
  DEVICE_KINDS,
  OPERATING_SYSTEMS,
  PRICE_MODELS,
  STAFF_ROLES,
} from '../../enums.ts'
import { because, count, id, time } from '../../fields.ts'
import { keywordList } from '../../keywords.ts'
import { moment, wholeText } from '../statement/fields.ts'
import { fileCall, staffCall } from '../statement/staff-call.ts'
import { addressDatabase, counted } from './delivery-fields.ts'

/** Who looks into how delivery works; support and content tell and decide what needs none of it. */
const EXPLAINED_TO = ['finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'] as const

/** How a creative is delivered, each as text; which of them there are depends on what it is and where it is shown. */
const delivered = z.object({
  /** A page with the tag itself. */
  tag: z.optional(z.string()),
  json: z.optional(z.string()),
  vast: z.optional(z.string()),
  /** For players that follow wrappers. */
  vast_wrapped: z.optional(z.string()),
  openrtb: z.optional(z.string()),
})

export const showCreative = staffCall({
  name: 'show-creative',
  kind: 'read',
  area: 'delivery',
  roles: STAFF_ROLES,
  summary:
    'A creative exactly as it is delivered, or would be once approved, in every size of the open placements that would show it; nothing of it counts',
  note: 'save-creative-preview gives the same as files',
  request: z.strictObject({ creative_id: id }),
  response: z.object({
    creative_id: id,
    status: z.enum(CREATIVE_STATUSES),
    product_id: id,
    shown_in: z.array(
      z.object({
        format: z.enum(CREATIVE_KINDS),
        width: count,
        height: count,
        price_model: z.enum(PRICE_MODELS),
        /** Names of some of the placements of this size. */
        placements: z.array(z.string()),
        placements_in_all: count,
        delivered,
      }),
    ),
  }),
  refusals: ['record_not_found'],
})

export const saveCreativePreview = fileCall({
  name: 'save-creative-preview',
  kind: 'read',
  area: 'delivery',
  roles: STAFF_ROLES,
  summary:
    'Save what show-creative shows as files in an archive: page, decision, VAST and bid markup of every size',
  note: 'the page ends in tag.html and is opened in a browser',
  request: z.strictObject({ creative_id: id }),
  answers_file: 'application/zip',
  refusals: ['record_not_found'],
})

/** A visit to be explained: on which placement, by whom, and when. */
const visit = {
  /** Its key or id. */
  placement: z.string({ error: because('field_invalid') }).check(z.maxLength(64, 'field_too_long')),
  country: z.optional(
    z
      .string({ error: because('field_invalid') })
      .check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'field_invalid')),
  ),
  /** The visitor's, which tells the country where none is given. */
  address: z.optional(
    z
      .string({ error: because('field_invalid') })
      .check(
        z.maxLength(45, 'field_too_long'),
        z.regex(/^(\d+(\.\d+){3}|[\da-f]*:[\da-f:.]*)$/i, 'field_invalid'),
      ),
  ),
  device: z.optional(z.enum(DEVICE_KINDS, { error: because('field_invalid') })),
  operating_system: z.optional(z.enum(OPERATING_SYSTEMS, { error: because('field_invalid') })),
  language: z.optional(
    z
      .string({ error: because('field_invalid') })
      .check(z.toLowerCase(), z.regex(/^[a-z]{2,3}$/, 'field_invalid')),
  ),
  /** What the page is about. */
  keywords: z.optional(keywordList),
  /** Within a year of now; left out: now. */
  at: z.optional(moment),
}

/** A visit as it was understood. */
const explained = {
  placement_id: id,
  at: time,
  visitor: z.object({
    country: z.nullable(z.string()),
    device: z.enum(DEVICE_KINDS),
    operating_system: z.enum(OPERATING_SYSTEMS),
    language: z.nullable(z.string()),
    keywords: z.array(z.string()),
  }),
  country_database: addressDatabase,
}

/** What a product's rules ask of a visit, in order. */
export const TARGETING_STEPS = [
  'country',
  'device',
  'operating_system',
  'language',
  'hour',
  'keyword',
] as const
export type TargetingStep = (typeof TARGETING_STEPS)[number]

/** Where a plan falls on its way to being drawn. */
const FALL_STEPS = [
  'product_closed',
  'plan_paused',
  'plan_ended',
  'placement_closed',
  'placement_country',
  'promotional_money',
  'push',
  'format',
  'category',
  'blocked',
  ...TARGETING_STEPS,
  'bid_format',
  'bid_blocked',
  'bid_floor',
  'placement_paused',
  'device_cap',
  'budget',
  'pace',
] as const
export type FallStep = (typeof FALL_STEPS)[number]

export const explainDecision = staffCall({
  name: 'explain-decision',
  kind: 'read',
  area: 'delivery',
  roles: EXPLAINED_TO,
  summary:
    'Why each plan could or could not be drawn for a visitor of a placement who has seen none of them, the likeliest first',
  note: 'without country, the address tells it; without device and operating_system it is a phone with Android; such as language de, keywords "chess,board games"',
  request: z.strictObject(visit),
  response: z.object({
    ...explained,
    plans: z.array(
      z.object({
        plan_id: id,
        product_id: id,
        /** Null: it could be drawn. */
        fell_at: z.nullable(z.enum(FALL_STEPS)),
        /** In the draw; 0 for one that may be drawn nowhere. */
        weight: z.number(),
        /** Percent of what is drawn among those that could be. */
        share_percent: z.number(),
        /** Percent of many draws on trial in which it was shown. */
        shown_percent: z.number(),
      }),
    ),
    plans_in_all: count,
  }),
  refusals: ['record_not_found'],
})

/**
 * What a publisher is told of where plans fell, in the order of a plan's way: what concerns its own placement, the visitor
 * and the device by their names; what only concerns others' plans and products, by one word, and what plans may spend as
 * no-fill reasons have it.
 */
export const PUBLISHERS_STEPS = [
  'not_offered',
  'placement_closed',
  'placement_country',
  'push',
  'format',
  'category',
  'blocked',
  ...TARGETING_STEPS,
  'bid_format',
  'bid_blocked',
  'bid_floor',
  'device_cap',
  'budget',
  'pace',
] as const
export type PublishersStep = (typeof PUBLISHERS_STEPS)[number]

export const explainPlacement = staffCall({
  name: 'explain-placement',
  kind: 'read',
  area: 'delivery',
  roles: EXPLAINED_TO,
  summary:
    'For a publisher, why how many plans could or could not be shown on a placement of theirs, without telling whose',
  note: 'the visitor is as explain-decision has it',
  request: z.strictObject({ publisher_id: id, ...visit }),
  response: z.object({
    ...explained,
    plans_in_all: count,
    could_be_shown: count,
    fell: z.array(z.object({ step: z.enum(PUBLISHERS_STEPS), plans: count })),
  }),
  refusals: ['record_not_found'],
})

/** Why a request for an advertisement got none (PRODUCT §5). */
export const NO_FILL_REASONS = [
  'starting',
  'placement_unknown',
  'placement_closed',
  'crawler',
  'address_limit',
  'page_unknown',
  'page_missing',
  'asked_by_browser',
  'app_key_unknown',
  'address_expired',
  'blocked',
  'no_plan',
  'targeting',
  'device_cap',
  'budget',
  'pace',
  // Of bid requests alone (docs/exchanges.md).
  'bid_format',
  'bid_chain',
  'bid_currency',
  'bid_seat',
  'bid_time',
  'bid_blocked',
  'bid_floor',
] as const
export type NoFillReason = (typeof NO_FILL_REASONS)[number]

/** Of a placement, or empty where a request named none that is known. */
const placementOrNone = z.string()

export const deliveryCounts = staffCall({
  name: 'delivery-counts',
  title: 'Show delivery counts',
  kind: 'read',
  area: 'delivery',
  roles: EXPLAINED_TO,
  summary:
    'Events refused by reason, each placement’s fill rate with why requests got nothing, players’ errors by VAST code, and what became of bids',
  request: z.strictObject({
    /** The last so many; left out: one. */
    days: z.optional(wholeText(1, 90)),
  }),
  response: z.object({
    since: time,
    refused: z.array(z.object({ reason: z.string(), count: counted })),
    placements: z.array(
      z.object({
        placement_id: placementOrNone,
        placement: z.nullable(z.string()),
        publisher: z.nullable(z.string()),
        requests: counted,
        filled: counted,
        /** Of the requests, one decimal. */
        fill_percent: z.nullable(z.string()),
        /** The other requests, most frequent first. */
        not_filled: z.array(z.object({ reason: z.enum(NO_FILL_REASONS), count: counted })),
      }),
    ),
    auctions: z.array(
      z.object({
        placement_id: id,
        won: counted,
        lost: counted,
        test: counted,
        /** Of those won. */
        price_as_bid: counted,
        price_other: counted,
      }),
    ),
    /** Lost bids by the reason that was told, as OpenRTB numbers it. */
    losses: z.array(z.object({ loss_reason: z.nullable(count), count: counted })),
    player_errors: z.array(z.object({ placement_id: placementOrNone, code: count, count: counted })),
  }),
  refusals: [],
})

export const statisticsVerify = staffCall({
  name: 'statistics-verify',
  title: 'Verify statistics',
  kind: 'read',
  area: 'delivery',
  roles: EXPLAINED_TO,
  summary: 'Recompute every statistic from the events and tell any difference from what is served',
  request: z.strictObject({}),
  response: z.object({
    identical: z.boolean(),
    differences: z.array(
      z.object({
        rollup: z.string(),
        /** Which row, as text. */
        key: z.string(),
        /** The row as it is served; null if it is missing. */
        stored: z.nullable(z.string()),
        /** The same as the events give it; null if they give none. */
        recomputed: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: [],
})
