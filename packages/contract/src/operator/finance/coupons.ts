import * as z from 'zod/mini'
import { LANGUAGES } from '../../enums.ts'
import { amount, amountInput, because, count, id, pageOf, text, time } from '../../fields.ts'
import { COUPON_CLAIMS, COUPON_EFFECTS, COUPON_KINDS } from '../../money/coupons.ts'
import {
  customerHandle,
  listFlags,
  moment,
  readableName,
  reasonText,
  wholeText,
} from '../statement/fields.ts'
import { fileInput } from '../statement/files.ts'
import { type Approval, proposed, proposedWith, staffCall } from '../statement/staff-call.ts'

export const COUPON_NAME_LENGTH_MAX = 60
export const COUPON_DESCRIPTION_LENGTH_MAX = 400

export const couponOfferCreating: Approval = {
  action: 'coupon_offer.create',
  roles: ['finance_checker', 'risk'],
  refusals: ['record_not_found', 'record_exists', 'policy_out_of_bounds', 'coupon_official_only'],
}

/** The terms never change afterwards. */
export const createCouponOffer = staffCall({
  name: 'coupon-offer-create',
  title: 'Create coupon offer',
  kind: 'propose',
  area: 'coupons',
  roles: ['support', 'content', 'finance_maker'],
  approval: couponOfferCreating,
  touches: 'customer',
  summary: 'Propose a coupon',
  note: 'percent with worth_max, or fixed_amount; name and description in English, or texts_file in several languages, such as {"en":{"name":…,"description":…},"de":…}; claim activity needs ends_at, kind team needs team_cap, kind custom needs customer and takes effect',
  request: z.strictObject({
    kind: z.enum(COUPON_KINDS, { error: because('field_invalid') }),
    effect: z.optional(z.enum(COUPON_EFFECTS, { error: because('field_invalid') })),
    percent: z.optional(wholeText(1, 100)),
    fixed_amount: z.optional(amountInput),
    worth_max: z.optional(amountInput),
    /** The smallest plan that it applies to; left out: any. */
    amount_min: z.optional(amountInput),
    /** The only product that it applies to. */
    product_id: z.optional(id),
    /** Left out: staff. */
    claim: z.optional(z.enum(COUPON_CLAIMS, { error: because('field_invalid') })),
    /** Left out: at once. */
    starts_at: z.optional(moment),
    ends_at: z.optional(moment),
    /** How long an issued coupon is valid. */
    life_days: wholeText(1, 365),
    issue_max: wholeText(1, 1_000_000),
    /** Left out: 1. */
    per_customer_max: z.optional(wholeText(1, 100)),
    /** What a leader and their followers may use together. */
    team_cap: z.optional(amountInput),
    customer: z.optional(customerHandle),
    name: z.optional(readableName(COUPON_NAME_LENGTH_MAX)),
    description: z.optional(text(COUPON_DESCRIPTION_LENGTH_MAX)),
    texts_file: z.optional(fileInput),
    reason: reasonText,
  }),
  response: proposedWith({ offer_id: id, worth_of_all: amount }),
  refusals: ['amount_malformed', 'amount_zero', 'file_unreadable', 'file_too_large'],
})

/** Closing takes nothing from customers who have a coupon, so one person may do it. */
export const closeCouponOffer = staffCall({
  name: 'coupon-offer-close',
  title: 'Close coupon offer',
  kind: 'act',
  area: 'coupons',
  roles: ['content', 'finance_maker', 'finance_checker', 'risk'],
  summary: 'No further coupons of an offer; those that were issued stay good',
  request: z.strictObject({ offer_id: id, reason: reasonText }),
  response: z.object({ offer_id: id }),
  refusals: ['record_not_found'],
})

const couponOffer = z.object({
  offer_id: id,
  kind: z.enum(COUPON_KINDS),
  texts: z.partialRecord(
    z.enum(LANGUAGES),
    z.object({ name: z.string(), description: z.optional(z.string()) }),
  ),
  effect: z.enum(COUPON_EFFECTS),
  /** A whole number, of the plan's amount; null for a fixed amount. */
  percent: z.nullable(z.string()),
  /** Null for a percentage. */
  fixed_amount: z.nullable(amount),
  worth_max: amount,
  amount_min: amount,
  product_id: z.nullable(id),
  claim: z.enum(COUPON_CLAIMS),
  starts_at: time,
  ends_at: z.nullable(time),
  life_days: count,
  issue_max: count,
  per_customer_max: count,
  team_cap: z.nullable(amount),
  customer_id: z.nullable(id),
  policy_version: count,
  proposal_id: id,
  created_at: time,
  closed_at: z.nullable(time),
  close_reason: z.nullable(z.string()),
})

export const listCouponOffers = staffCall({
  name: 'coupon-offer-list',
  title: 'List coupon offers',
  kind: 'read',
  area: 'coupons',
  roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
  summary: 'Coupon offers, newest first',
  request: z.strictObject(listFlags),
  response: pageOf(couponOffer),
  refusals: [],
})

export const couponIssuing: Approval = {
  action: 'coupon.issue',
  roles: ['finance_checker', 'risk'],
  refusals: [
    'record_not_found',
    'state_conflict',
    'activity_not_open',
    'activity_coupons_received',
    'activity_exhausted',
    'coupon_same_name_today',
  ],
}

export const issueCoupon = staffCall({
  name: 'coupon-issue',
  title: 'Issue coupon',
  kind: 'propose',
  area: 'coupons',
  roles: ['support', 'content', 'finance_maker'],
  approval: couponIssuing,
  touches: 'customer',
  summary: 'Propose a coupon for a customer, or of a team offer for a leader and whoever follows them',
  request: z.strictObject({ offer_id: id, customer: customerHandle, reason: reasonText }),
  response: proposed,
  refusals: [],
})

export const couponRevoking: Approval = {
  action: 'coupon.revoke',
  roles: ['finance_checker', 'risk'],
  refusals: ['record_not_found', 'state_conflict'],
}

export const revokeCoupon = staffCall({
  name: 'coupon-revoke',
  title: 'Revoke coupon',
  kind: 'propose',
  area: 'coupons',
  roles: ['support', 'content', 'finance_maker'],
  approval: couponRevoking,
  touches: 'customer',
  summary: 'Propose taking an unused coupon back; the customer reads why',
  request: z.strictObject({ coupon_id: id, reason: reasonText }),
  response: proposed,
  refusals: [],
})
