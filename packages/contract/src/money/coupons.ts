import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { LANGUAGES } from '../enums.ts'
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

/** SPEC §3, PRODUCT §8. */
export const COUPON_KINDS = ['value_added', 'discount', 'fixed_amount', 'team', 'custom'] as const
export type CouponKind = (typeof COUPON_KINDS)[number]

/** A deduction pays part of a plan's amount; an addition comes on top of it. */
export const COUPON_EFFECTS = ['deduction', 'addition'] as const
export type CouponEffect = (typeof COUPON_EFFECTS)[number]

export const COUPON_STATES = ['unused', 'used', 'expired', 'revoked'] as const
export type CouponState = (typeof COUPON_STATES)[number]

/** SPEC §2: the coupon screen's tabs; revoked ones are among the expired, with their reason. */
export const COUPON_TABS = ['unused', 'used', 'expired'] as const
export type CouponTab = (typeof COUPON_TABS)[number]

export const COUPON_ORIGINS = ['newcomer', 'activity', 'staff'] as const
export type CouponOrigin = (typeof COUPON_ORIGINS)[number]

/** How an offer's coupons are come by: customers claim an activity's, and staff issue the others. */
export const COUPON_CLAIMS = ['activity', 'staff'] as const
export type CouponClaim = (typeof COUPON_CLAIMS)[number]

/** The newcomer activity's id; every other activity has a UUID. */
export const NEWCOMER_ACTIVITY = 'newcomer'

const terms = {
  kind: z.enum(COUPON_KINDS),
  name: z.string(),
  /** In plain words; null if the operator added none. */
  description: z.nullable(z.string()),
  /** The language of name and description: the caller's, or its fallback (PRODUCT §14). */
  language: z.enum(LANGUAGES),
  effect: z.enum(COUPON_EFFECTS),
  /** Of the plan's amount; null for a fixed amount. */
  percent: z.nullable(count),
  /** Null for a percentage. */
  fixed_amount: z.nullable(amount),
  worth_max: amount,
  /** The smallest plan that it applies to; 0.00: any. */
  amount_min: amount,
  /** The only product that it applies to; null: every product with official placements. */
  product: z.nullable(z.object({ product_id: id, name: z.string() })),
  /** An example plan: the customer's own money, and the coupon's. */
  example: z.object({ plan_amount: amount, own_money: amount, worth: amount }),
}

/** A customer's coupon. */
export const coupon = z.object({
  coupon_id: id,
  ...terms,
  origin: z.enum(COUPON_ORIGINS),
  state: z.enum(COUPON_STATES),
  issued_at: time,
  expires_at: time,
  /** When it was used, revoked or expired. */
  closed_at: z.nullable(time),
  reason: z.nullable(z.string()),
  /** The plan it was used on, and its worth there. */
  plan: z.nullable(z.object({ plan_id: id, number: z.string(), worth: amount })),
  /** A team coupon's shared cap, and how much of it is used. */
  team: z.nullable(z.object({ leader_operated_id: z.string(), cap: amount, used: amount })),
})

export const userCouponList = customerCall('GET /user_coupon/list', {
  name: 'userCouponList',
  summary: "The customer's coupons: unused soonest to expire first, the others newest first",
  request: z.strictObject({
    ...pageQuery,
    state: z.optional(z.enum(COUPON_TABS, { error: because('field_invalid') })),
  }),
  response: pageOf(coupon),
  refusals: ['cursor_invalid'],
})

export const userCouponUsable = customerCall('GET /user_coupon/usable', {
  name: 'userCouponUsable',
  summary: 'Unused coupons and exactly what each would pay of a plan that is about to be placed',
  request: z.strictObject({
    ...pageQuery,
    product_id: id,
    /** The plan's amount without a coupon: a deduction pays part of it, an addition comes on top. */
    amount: amountInput,
  }),
  response: pageOf(
    z.object({
      coupon,
      /** The whole plan with this coupon: `plan_amount` = `own_money` + `worth`. */
      plan_amount: amount,
      own_money: amount,
      worth: amount,
      /** Why it can't be used for this plan, as a reason and as text in the caller's language; null if it can. */
      reason: z.nullable(z.string()),
      why: z.nullable(z.string()),
    }),
  ),
  refusals: ['product_not_found', 'amount_malformed', 'amount_zero', 'cursor_invalid'],
})

/** Whether the caller can claim an activity's coupon now. */
export const CLAIM_STATES = ['open', 'received', 'received_today', 'exhausted', 'upcoming'] as const

export const activityList = customerCall('GET /activity/list', {
  name: 'activityList',
  summary: 'Activities whose coupon can be claimed, the newcomer activity first; no claim asks for a deposit',
  request: z.strictObject(pageQuery),
  response: pageOf(
    z.object({
      activity_id: z.string(),
      ...terms,
      claim: z.enum(CLAIM_STATES),
      starts_at: z.nullable(time),
      ends_at: z.nullable(time),
      /** How many days a claimed coupon is valid. */
      life_days: count,
      /** The limit per customer, and how many this one has. */
      per_customer_max: count,
      received: count,
      /** How many are left for everybody; null: no limit. */
      left: z.nullable(count),
    }),
  ),
  refusals: ['cursor_invalid'],
})

export const userCouponReceive = customerCall('POST /user_coupon/receive', {
  name: 'userCouponReceive',
  summary: "Claim an activity's coupon",
  request: z.strictObject({ request_id: requestId, activity_id: text(36) }),
  response: coupon,
  refusals: [
    'activity_not_found',
    'activity_not_open',
    'activity_exhausted',
    'newcomer_coupon_received',
    'activity_coupons_received',
    'coupon_same_name_today',
    'request_id_reused',
  ],
})
