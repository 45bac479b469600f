import * as z from 'zod/mini'
import { amount, because, count, id, pageOf, time } from '../fields.ts'
import { goalKey } from '../operator/market/catalogue-fields.ts'
import { NOTICE_KINDS, noticeRedelivered, noticeUrl } from '../operator/market/parties-notices.ts'
import { digestText, listFlags } from '../operator/statement/fields.ts'
import { partnerCall } from './statement/partner-call.ts'

/** Of what an advertiser's people do with conversions, and with what tells of them. */
const OF_CONVERSIONS = { area: 'conversions', sides: ['advertiser'] } as const

/** What became of a report that was taken; `reversed`: taken back as invalid. */
export const CONVERSION_STATES = ['credited', 'owed', 'counted', 'refused', 'reversed'] as const
export type ConversionState = (typeof CONVERSION_STATES)[number]

/** Why a report is not taken (PRODUCT §5). */
export const POSTBACK_REFUSALS = [
  'postback_forged',
  'postback_stale',
  'click_unknown',
  'click_of_other_advertiser',
  'goal_unknown',
  'window_over',
  'duplicate',
] as const
export type PostbackRefusal = (typeof POSTBACK_REFUSALS)[number]

export const POSTBACK_WAYS = ['POST', 'GET'] as const
export type PostbackWay = (typeof POSTBACK_WAYS)[number]

const conversion = z.object({
  conversion_id: id,
  click_id: id,
  at: time,
  product_id: id,
  goal: z.string(),
  /** What it pays; of a goal that is only counted, 0. */
  payout: amount,
  state: z.enum(CONVERSION_STATES),
  /** Of what was refused or taken back: a rule of invalid traffic, or what the plan said. */
  reason: z.nullable(z.string()),
})

export const listOwnConversions = partnerCall({
  ...OF_CONVERSIONS,
  name: 'list-conversions',
  kind: 'read',
  roles: ['owner', 'member', 'finance'],
  summary: 'The conversions that you reported and what became of each, newest first',
  note: 'Each as delivery recorded it and the books have it; a report that was not taken at all was answered its reason',
  request: z.strictObject(listFlags),
  response: pageOf(conversion),
  refusals: [],
})

const takenBack = z.object({
  conversion_id: id,
  click_id: id,
  /** When it was reported. */
  at: time,
  product_id: id,
  goal: z.string(),
  rule: z.string(),
  rule_version: count,
  /** The rule’s version in words, as published. */
  rule_text: z.string(),
  taken_back_at: time,
  /** What went back to your escrow. */
  returned: amount,
  /** Whether an appeal put it back since. */
  restored: z.boolean(),
})

export const listTakenBack = partnerCall({
  ...OF_CONVERSIONS,
  name: 'list-taken-back',
  kind: 'read',
  roles: ['owner', 'member', 'finance'],
  summary:
    'Conversions that were taken back as invalid, each with its rule and what you got back, newest first',
  request: z.strictObject(listFlags),
  response: pageOf(takenBack),
  refusals: [],
})

/** What signs reports from then on; the one before ends at once. */
export const rotateOwnPostbackSecret = partnerCall({
  ...OF_CONVERSIONS,
  name: 'rotate-postback-secret',
  kind: 'act',
  roles: ['owner', 'member'],
  proof: 'fresh',
  once: true,
  summary:
    'Replace the secret that signs your reports; the new one is shown once, and the one before ends at once',
  request: z.strictObject({}),
  response: z.object({ postback_secret: z.string() }),
  refusals: [],
})

/** Judged as every report is, by the same code and secret, and neither recorded nor counted. */
export const testPostback = partnerCall({
  ...OF_CONVERSIONS,
  name: 'test-postback',
  kind: 'read',
  roles: ['owner', 'member'],
  summary: 'What would be answered to a report; nothing is recorded, counted or paid',
  note: 'Timestamp and signature are what your server made, both or neither; without them the report is signed here by the secret in force. click_unknown says that signature and time are good',
  request: z.strictObject({
    click_id: id,
    goal: goalKey,
    sent_by: z.optional(z.enum(POSTBACK_WAYS, { error: because('field_invalid') })),
    /** Milliseconds since 1970. */
    timestamp: z.optional(
      z.string({ error: because('field_invalid') }).check(z.regex(/^\d{1,15}$/, 'field_invalid')),
    ),
    signature: z.optional(digestText),
  }),
  response: z.object({
    accepted: z.boolean(),
    reason: z.nullable(z.enum(POSTBACK_REFUSALS)),
    /** The platform’s time, which a report is held against. */
    now: time,
  }),
  refusals: [],
})

export const showNotices = partnerCall({
  ...OF_CONVERSIONS,
  name: 'show-notices',
  kind: 'read',
  roles: ['owner', 'member', 'finance'],
  summary: 'Where your notices go, and how many wait or were given up',
  request: z.strictObject({}),
  response: z.object({
    /** Null: you are told nothing. */
    url: z.nullable(z.string()),
    waiting: count,
    given_up: count,
  }),
  refusals: [],
})

export const setOwnNoticeUrl = partnerCall({
  ...OF_CONVERSIONS,
  name: 'set-notice-url',
  kind: 'act',
  roles: ['owner', 'member'],
  proof: 'fresh',
  once: true,
  summary: 'Have notices sent to an https address; shows its secret where there was none, once',
  request: z.strictObject({ url: noticeUrl }),
  response: z.object({ url: z.string(), notice_secret: z.optional(z.string()) }),
  refusals: ['url_not_allowed', 'url_address_not_public', 'url_unreachable'],
})

/** What is on its way is given up. */
export const removeOwnNoticeUrl = partnerCall({
  ...OF_CONVERSIONS,
  name: 'remove-notice-url',
  kind: 'act',
  roles: ['owner', 'member'],
  summary: 'Have no more notices sent; what is on its way is given up',
  request: z.strictObject({}),
  response: z.object({ removed: z.boolean() }),
  refusals: ['record_not_found'],
})

/** For a day notices are signed with the former one as well. */
export const rotateOwnNoticeSecret = partnerCall({
  ...OF_CONVERSIONS,
  name: 'rotate-notice-secret',
  kind: 'act',
  roles: ['owner', 'member'],
  proof: 'fresh',
  once: true,
  summary:
    'Replace the secret that signs your notices; the new one is shown once, and the one before signs beside it for a day',
  request: z.strictObject({}),
  response: z.object({ notice_secret: z.string() }),
  refusals: ['record_not_found'],
})

export const testOwnNotice = partnerCall({
  ...OF_CONVERSIONS,
  name: 'test-notice',
  kind: 'act',
  roles: ['owner', 'member'],
  once: true,
  summary: 'Have a test notice sent to you',
  request: z.strictObject({}),
  response: z.object({ message_id: id }),
  refusals: ['record_not_found'],
})

export const listOwnDeadNotices = partnerCall({
  ...OF_CONVERSIONS,
  name: 'list-dead-notices',
  kind: 'read',
  roles: ['owner', 'member', 'finance'],
  summary: 'Notices to you that were given up, oldest first',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      message_id: id,
      kind: z.enum(NOTICE_KINDS),
      subject_id: id,
      written_at: time,
      ended_at: z.nullable(time),
      tries: count,
      /** What the last try came to, in a word or two; null where there was none. */
      last_answer: z.nullable(z.string()),
    }),
  ),
  refusals: [],
})

/** With the same id, so that a receiver that had it after all drops it. */
export const redeliverOwnNotice = partnerCall({
  ...OF_CONVERSIONS,
  name: 'redeliver-notice',
  kind: 'act',
  roles: ['owner', 'member'],
  summary: 'Have a notice sent again that was given up, or delivered',
  request: z.strictObject({ message_id: id }),
  ...noticeRedelivered,
})
