import * as z from 'zod/mini'
import { customerCall, publicCall } from '../call.ts'
import { PLAN_STATUSES, PUSH_KINDS } from '../enums.ts'
import { amount, amountInput, because, count, id, pageOf, pageQuery, requestId, time } from '../fields.ts'
import { ledgerEntry } from '../money/wallet.ts'

/** Results of settled plans over 12 months, all costs in (PRODUCT §2.7). */
export const lossRecord = z.object({
  /** Whose figures these are: under 30 settled plans the advertiser's, then the platform's, stand in. */
  basis: z.enum(['product', 'advertiser', 'platform']),
  settled_plans: count,
  /** Percent of settled plans that lost money, one decimal; null where nothing has settled. */
  losing_plans_percent: z.nullable(z.string()),
  /** Of every 100 placed, what was lost on plans that lost, one decimal. */
  losing_amount_percent: z.nullable(z.string()),
  /** Profit as percent of the amount placed, by count. */
  result_percent_quartile_1: z.nullable(z.string()),
  result_percent_median: z.nullable(z.string()),
  result_percent_quartile_3: z.nullable(z.string()),
  /** The same, weighted by money. */
  result_percent_quartile_1_by_amount: z.nullable(z.string()),
  result_percent_median_by_amount: z.nullable(z.string()),
  result_percent_quartile_3_by_amount: z.nullable(z.string()),
  /** Share of related parties in spend, percent (PRODUCT §2.10). */
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
  /** Spend as percent of the amount, whole, rounded down. */
  put_progress_percent: count,
  revenue: amount,
  profit: amount,
  /** Until settled. */
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
    /** Of the whole plan; what coupon and startup funds do not pay of it is taken from the available balance. */
    amount: amountInput,
    /** One coupon, and what the customer was shown that it pays: where that has changed, nothing is placed. */
    coupon: z.optional(z.strictObject({ coupon_id: id, worth: amountInput })),
    /** The part that startup funds pay. */
    startup_amount: z.optional(amountInput),
    /** Days until the plan ends by itself. */
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

/** The parts that a plan's entries are listed by, beside all of them: what tells its profit from what the wallet got. */
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
    /** What each kind of money paid of it: the customer's own, a coupon, startup funds. */
    funding: z.object({ cash: amount, discount: amount, startup: amount }),
    /** What each kind of money paid of the spend so far. */
    spend_parts: z.object({ cash: amount, discount: amount, startup: amount }),
    payout: amount,
    conversion_cap: count,
    conversions: count,
    ends_at: time,
    policy_version: count,
    timeline: z.array(z.object({ status: z.enum(PLAN_STATUSES), at: time, reason: z.nullable(z.string()) })),
    figures: z.object({
      impressions: count,
      viewable: count,
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
        /** The host that the publisher's pages lie under, with its port where it has one of its own. */
        publisher_domain: z.string(),
        push: z.enum(PUSH_KINDS),
        impressions: count,
        clicks: count,
        conversions: count,
        consumed: amount,
        revenue: amount,
        /** Since when the customer has it paused; null where it is not, and where the plan does not run. */
        paused_at: z.nullable(time),
        /** Whether it can be paused now: the plan runs, and another of its placements does. */
        can_pause: z.boolean(),
      }),
    ),
    /** Every pause of one of its placements, the latest first. */
    placement_pauses: z.array(
      z.object({ placement: z.string(), paused_at: time, resumed_at: z.nullable(time) }),
    ),
    /** Present once settled. */
    settlement: z.nullable(
      z.object({
        settled_at: time,
        spend: amount,
        revenue: amount,
        profit: amount,
        /** Where revenue and fee went beside `paid`, the customer's part of the revenue: 0 where nothing did. */
        startup_return: amount,
        profit_share: amount,
        rebate: amount,
        paid: amount,
        returned: amount,
        platform_fee: amount,
        policy_version: count,
        /** What the customer's available funds are more (or less) by this plan, by every entry of it. */
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
  summary: 'Spend and revenue of a plan over its life, at most 120 points',
  request: planReference,
  response: z.object({
    points: z.array(z.object({ at: time, spend: amount, revenue: amount })),
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
      goal: z.string(),
      payout: amount,
      state: z.enum(['credited', 'owed', 'reversed', 'refused']),
      reason: z.nullable(z.string()),
      placement: z.string(),
    }),
  ),
  refusals: ['plan_not_found', 'cursor_invalid'],
})

export const planInvalid = customerCall('GET /plan/order/invalid', {
  name: 'planInvalid',
  auth: 'restricted',
  summary: 'Invalid traffic of a plan: rule, version, what was taken back and given back',
  request: z.strictObject({
    plan_id: id,
    /** Only the events that a correction after settlement follows from. */
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
      spend_returned: amount,
      revenue_reversed: amount,
    }),
  ),
  refusals: ['plan_not_found', 'cursor_invalid'],
})

export const planEntries = customerCall('GET /plan/order/entries', {
  name: 'planEntries',
  auth: 'restricted',
  summary: 'The ledger entries behind a plan',
  request: z.strictObject({
    plan_id: id,
    /** Only those that moved this part. */
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
