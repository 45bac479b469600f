import * as z from 'zod/mini'
import { customerCall, publicCall } from '../call.ts'
import { PLAN_STATUSES, PUSH_KINDS, VERDICT_APPEAL_STATES } from '../enums.ts'
import {
  amount,
  amountInput,
  because,
  count,
  id,
  pageOf,
  pageQuery,
  requestId,
  text,
  time,
} from '../fields.ts'
import { ledgerEntry } from '../money/wallet.ts'
import { seenFigures } from './seen.ts'

/** Results of settled plans over 12 months, with all costs (PRODUCT §2.7). */
export const lossRecord = z.object({
  /** Whose figures these are: with fewer than 30 settled plans the advertiser's stand in, then the platform's. */
  basis: z.enum(['product', 'advertiser', 'platform']),
  settled_plans: count,
  /** Percent of settled plans that lost money, one decimal; null if nothing has settled. */
  losing_plans_percent: z.nullable(z.string()),
  /** Lost on losing plans per 100 placed, one decimal. */
  losing_amount_percent: z.nullable(z.string()),
  /** Profit in percent of the amount placed, by count. */
  result_percent_quartile_1: z.nullable(z.string()),
  result_percent_median: z.nullable(z.string()),
  result_percent_quartile_3: z.nullable(z.string()),
  /** The same, weighted by money. */
  result_percent_quartile_1_by_amount: z.nullable(z.string()),
  result_percent_median_by_amount: z.nullable(z.string()),
  result_percent_quartile_3_by_amount: z.nullable(z.string()),
  /** Related parties' share of spend, in percent (PRODUCT §2.10). */
  related_spend_percent: z.nullable(z.string()),
  since: time,
  as_of: time,
})

export const lossRecordCall = publicCall('GET /plan/loss_record', {
  name: 'lossRecord',
  summary: "The platform's loss record, shown on registration",
  request: z.strictObject({}),
  response: lossRecord,
  refusals: [],
})

export const planCard = z.object({
  plan_id: id,
  number: z.string(),
  product_id: id,
  product_name: z.string(),
  image_url: z.nullable(z.string()),
  status: z.enum(PLAN_STATUSES),
  paused: z.boolean(),
  put_amount: amount,
  /** Valid spend so far. */
  consumed: amount,
  to_be_consumed: amount,
  /** Spend in whole percent of the amount, rounded down. */
  put_progress_percent: count,
  revenue: amount,
  profit: amount,
  /** True until settled. */
  estimated: z.boolean(),
  learning_phase: z.boolean(),
  create_time: time,
})

export const planList = customerCall('GET /plan/order/list', {
  name: 'planList',
  auth: 'restricted',
  summary: "The customer's plans",
  request: z.strictObject({
    ...pageQuery,
    status: z.optional(z.enum(PLAN_STATUSES, { error: because('field_invalid') })),
    search: z.optional(
      z.string({ error: because('field_invalid') }).check(z.maxLength(80, 'field_too_long')),
    ),
    sort: z.optional(z.enum(['newest', 'oldest', 'amount', 'profit'], { error: because('field_invalid') })),
  }),
  response: pageOf(planCard),
  refusals: ['cursor_invalid'],
})

export const planPut = customerCall('POST /plan/order/put', {
  name: 'planPut',
  summary: 'Place a plan from the wallet',
  request: z.strictObject({
    request_id: requestId,
    product_id: id,
    /** The whole plan's amount; what coupon and startup funds don't pay is taken from the available balance. */
    amount: amountInput,
    /** A coupon, and how much the customer was shown that it pays; if that has changed, nothing is placed. */
    coupon: z.optional(z.strictObject({ coupon_id: id, worth: amountInput })),
    /** The part that startup funds pay. */
    startup_amount: z.optional(amountInput),
    /** Days until the plan ends by itself; the policy's where none are chosen. */
    duration_days: z.optional(
      z.int({ error: because('field_invalid') }).check(z.gte(1, 'field_invalid'), z.lte(90, 'field_invalid')),
    ),
  }),
  response: z.object({
    plan_id: id,
    number: z.string(),
    conversion_cap: count,
    reserved: amount,
    create_time: time,
  }),
  refusals: [
    'coupon_not_found',
    'coupon_used',
    'coupon_expired',
    'coupon_revoked',
    'coupon_same_name_used_today',
    'coupon_other_product',
    'coupon_official_only',
    'coupon_amount_below',
    'coupon_team_cap_reached',
    'coupon_worth_changed',
    'promotion_exhausted',
    'startup_over',
    'startup_official_only',
    'startup_funds_insufficient',
    'product_not_found',
    'product_not_open',
    'amount_malformed',
    'amount_zero',
    'investment_out_of_range',
    'insufficient_balance',
    'product_escrow_exhausted',
    'payments_stopped',
    'request_id_reused',
  ],
})

/** The parts by which a plan's entries can be listed: the steps from its profit to the wallet's change. */
export const RECEIPT_PARTS = [
  'coupon',
  'startup',
  'startup_return',
  'profit_share',
  'rebate',
  'available',
] as const
export type ReceiptPart = (typeof RECEIPT_PARTS)[number]

const planReference = z.strictObject({ plan_id: id })

export const planDetail = customerCall('POST /plan/order/detail', {
  name: 'planDetail',
  auth: 'restricted',
  summary: 'A placed plan, with everything behind its figures',
  request: planReference,
  response: z.object({
    ...planCard.shape,
    /** How much of it each kind of money paid: the customer's own, a coupon, startup funds. */
    funding: z.object({ cash: amount, discount: amount, startup: amount }),
    /** How much of the spend so far each kind of money paid. */
    spend_parts: z.object({ cash: amount, discount: amount, startup: amount }),
    payout: amount,
    conversion_cap: count,
    conversions: count,
    ends_at: time,
    policy_version: count,
    timeline: z.array(z.object({ status: z.enum(PLAN_STATUSES), at: time, reason: z.nullable(z.string()) })),
    figures: z.object({
      impressions: count,
      ...seenFigures,
      clicks: count,
      conversions: count,
      invalid_events: count,
      spend_returned: amount,
      revenue_reversed: amount,
    }),
    placements: z.array(
      z.object({
        placement_id: id,
        placement: z.string(),
        publisher: z.string(),
        /** The host of the publisher's pages, with its port if it is not the default. */
        publisher_domain: z.string(),
        push: z.enum(PUSH_KINDS),
        impressions: count,
        ...seenFigures,
        clicks: count,
        conversions: count,
        consumed: amount,
        revenue: amount,
        /** Since when the customer has paused it; null if it is not paused, or the plan is not running. */
        paused_at: z.nullable(time),
        /** Whether it can be paused now: the plan is running, and so is another of its placements. */
        can_pause: z.boolean(),
      }),
    ),
    /** Every pause of one of its placements, latest first. */
    placement_pauses: z.array(
      z.object({ placement: z.string(), paused_at: time, resumed_at: z.nullable(time) }),
    ),
    /** Null until settled. */
    settlement: z.nullable(
      z.object({
        settled_at: time,
        spend: amount,
        revenue: amount,
        profit: amount,
        /** Where revenue and fee went apart from `paid`, the customer's part of the revenue; 0 for none. */
        startup_return: amount,
        profit_share: amount,
        rebate: amount,
        paid: amount,
        returned: amount,
        platform_fee: amount,
        policy_version: count,
        /** The change of the customer's available funds by all of this plan's entries. */
        available_change: amount,
      }),
    ),
    can: z.object({ cancel: z.boolean(), pause: z.boolean(), resume: z.boolean(), stop: z.boolean() }),
  }),
  refusals: ['plan_not_found'],
})

export const planChart = customerCall('GET /plan/order/chart', {
  name: 'planChart',
  auth: 'restricted',
  summary: 'Spend, revenue and what was seen of a plan over its life, at most 120 points',
  request: planReference,
  response: z.object({
    points: z.array(
      z.object({ at: time, spend: amount, revenue: amount, impressions: count, ...seenFigures }),
    ),
    as_of: time,
  }),
  refusals: ['plan_not_found'],
})

export const planConversions = customerCall('GET /plan/order/conversions', {
  name: 'planConversions',
  auth: 'restricted',
  summary: "A plan's conversions",
  request: z.strictObject({ plan_id: id, ...pageQuery }),
  response: pageOf(
    z.object({
      conversion_id: id,
      at: time,
      /** The goal's key, as the advertiser reports it, and its title, as the product names it. */
      goal: z.string(),
      goal_title: z.string(),
      payout: amount,
      /** `counted`: of a goal that pays nothing. */
      state: z.enum(['credited', 'owed', 'reversed', 'refused', 'counted']),
      reason: z.nullable(z.string()),
      placement: z.string(),
    }),
  ),
  refusals: ['plan_not_found', 'cursor_invalid'],
})

export const VERDICT_GROUNDS_LENGTH_MAX = 2_000

/** A customer's appeal against a verdict on invalid traffic. */
const verdictAppeal = z.object({
  state: z.enum(VERDICT_APPEAL_STATES),
  filed_at: time,
  grounds: z.string(),
  /** Of the decision. */
  answer: z.nullable(z.string()),
  decided_at: z.nullable(time),
})

export const planInvalid = customerCall('GET /plan/order/invalid', {
  name: 'planInvalid',
  auth: 'restricted',
  summary: 'Invalid traffic of a plan: rule, version and its words, what was taken back and given back',
  request: z.strictObject({
    plan_id: id,
    /** Only the events behind this correction after settlement. */
    revision: z.optional(
      z.pipe(
        z.string({ error: because('field_invalid') }).check(z.regex(/^[1-9]\d{0,3}$/, 'field_invalid')),
        z.transform((value: string) => Number(value)),
      ),
    ),
    ...pageQuery,
  }),
  response: pageOf(
    z.object({
      event_id: id,
      at: time,
      kind: z.string(),
      rule: z.string(),
      rule_version: count,
      /** What this version of the rule says, as it was published, in English. */
      rule_text: z.string(),
      /** The figures of this version, by name, such as `clicks_per_minute`. */
      rule_figures: z.record(z.string(), z.number()),
      /** The event of the same decision for which this one does not count (`tainted_decision`); null by other rules. */
      follows_from: z.nullable(z.object({ event_id: id, kind: z.string(), rule: z.string() })),
      spend_returned: amount,
      revenue_reversed: amount,
      /** Until when it may be appealed; null where nothing was taken back, or somebody has appealed. */
      appeal_until: z.nullable(time),
      appeal: z.nullable(verdictAppeal),
    }),
  ),
  refusals: ['plan_not_found', 'cursor_invalid'],
})

export const planInvalidAppealable = customerCall('GET /plan/order/invalid/appealable', {
  name: 'planInvalidAppealable',
  auth: 'restricted',
  summary:
    'What an appeal against the verdict on this event would be about: events of the plan, and the money of them all',
  request: z.strictObject({ plan_id: id, event_id: id }),
  response: z.object({ events: count, spend_returned: amount, revenue_reversed: amount }),
  refusals: ['plan_not_found', 'verdict_not_appealable'],
})

export const planInvalidAppeal = customerCall('POST /plan/order/invalid/appeal', {
  name: 'planInvalidAppeal',
  auth: 'restricted',
  summary:
    'Appeal against what a rule of invalid traffic took back of a plan together with this event; two people who did not publish the rule decide',
  request: z.strictObject({
    request_id: requestId,
    plan_id: id,
    event_id: id,
    grounds: text(VERDICT_GROUNDS_LENGTH_MAX),
  }),
  response: z.object({ appeal: verdictAppeal }),
  refusals: [
    'plan_not_found',
    'verdict_not_appealable',
    'verdict_appeal_late',
    'verdict_appealed',
    'request_id_reused',
  ],
})

export const planEntries = customerCall('GET /plan/order/entries', {
  name: 'planEntries',
  auth: 'restricted',
  summary: 'The ledger entries behind a plan',
  request: z.strictObject({
    plan_id: id,
    /** Only entries that moved this part. */
    part: z.optional(z.enum(RECEIPT_PARTS, { error: because('field_invalid') })),
    ...pageQuery,
  }),
  response: pageOf(ledgerEntry),
  refusals: ['plan_not_found', 'cursor_invalid'],
})

export const planCancel = customerCall('POST /plan/order/cancel', {
  name: 'planCancel',
  auth: 'restricted',
  summary: 'Cancel before the first delivery: all is returned',
  request: planReference,
  response: planCard,
  refusals: ['plan_not_found', 'plan_not_cancellable'],
})

export const planStop = customerCall('POST /plan/order/stop', {
  name: 'planStop',
  auth: 'restricted',
  summary: 'Stop delivery for good: the unspent rest returns once outstanding tokens have expired',
  request: planReference,
  response: planCard,
  refusals: ['plan_not_found', 'plan_not_stoppable'],
})

export const planPause = customerCall('POST /plan/order/pause', {
  name: 'planPause',
  summary: 'Pause or resume delivery',
  request: z.strictObject({ plan_id: id, paused: z.boolean({ error: because('field_invalid') }) }),
  response: planCard,
  refusals: ['plan_not_found', 'plan_not_pausable'],
})
