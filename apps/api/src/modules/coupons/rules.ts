import type { PushKind } from '@adtally/contract/enums.ts'
import type { CouponClaim, CouponEffect, CouponKind } from '@adtally/contract/money/coupons.ts'
import type { Reason } from '@adtally/contract/reasons.ts'
import { least, MICROS_PER_UNIT, type Micros, proportion } from '@adtally/money/money.ts'

/** Life of a newcomer coupon in days; migration 170 sets its end. */
export const NEWCOMER_LIFE_DAYS = 30

/** A coupon's worth, and the plans it can be used for (PRODUCT §8). */
export interface CouponTerms {
  effect: CouponEffect
  /** Either `percent` or `fixed_micros` is set, never both. */
  percent: bigint | null
  fixed_micros: Micros | null
  worth_max_micros: Micros
  amount_min_micros: Micros
  /** Null: any product with official placements. */
  product_id: string | null
}

/** How a plan is paid with a coupon: by its customer, and by promotional money. */
export interface CouponUse {
  own_micros: Micros
  worth_micros: Micros
}

/**
 * A coupon's effect on a plan of `amount_micros`: a deduction pays part of it, an addition comes on top. Rounded
 * down, and at most the coupon's own limit and what is left of its team's cap.
 */
export function couponUse(
  terms: CouponTerms,
  amount_micros: Micros,
  team_left_micros: Micros | null = null,
): CouponUse {
  const named = terms.fixed_micros ?? proportion(amount_micros, terms.percent ?? 0n, 100n)
  const limit = least(terms.worth_max_micros, team_left_micros ?? terms.worth_max_micros)
  const worth_micros = least(named, limit)
  return {
    own_micros: terms.effect === 'deduction' ? amount_micros - worth_micros : amount_micros,
    worth_micros,
  }
}

/** Everything that using a coupon depends on; never a deposit. */
export interface CouponUseFacts {
  state: 'issued' | 'used' | 'expired' | 'revoked'
  expires_at: Date
  /** A coupon of this name was used today, in the customer's zone. */
  is_name_used_today: boolean
  /** What is left of the team's cap; null for other coupons. */
  team_left_micros: Micros | null
  terms: CouponTerms
  plan: { product_id: string; push: readonly PushKind[]; amount_micros: Micros }
  now: Date
}

/** Why a coupon can't be used for a plan; null where it can (SPEC §5, PRODUCT §8). */
export function couponRefusal(facts: CouponUseFacts): Reason | null {
  const { state, terms, plan } = facts
  if (state === 'used') return 'coupon_used'
  if (state === 'revoked') return 'coupon_revoked'
  if (state === 'expired' || facts.expires_at <= facts.now) return 'coupon_expired'
  if (facts.is_name_used_today) return 'coupon_same_name_used_today'
  if (terms.product_id !== null && terms.product_id !== plan.product_id) return 'coupon_other_product'
  // Promotional money of any kind buys official placements only.
  if (!plan.push.includes('official')) return 'coupon_official_only'
  if (plan.amount_micros < terms.amount_min_micros) return 'coupon_amount_below'
  const { worth_micros } = couponUse(terms, plan.amount_micros, facts.team_left_micros)
  if (worth_micros > 0n) return null
  return facts.team_left_micros === 0n ? 'coupon_team_cap_reached' : 'coupon_amount_below'
}

/** The amount at which a coupon's effect is shown: 100, or its minimum plan amount if that is more. */
export function exampleAmount(terms: CouponTerms): Micros {
  const usual = 100n * MICROS_PER_UNIT
  return terms.amount_min_micros > usual ? terms.amount_min_micros : usual
}

export interface OfferedTerms extends CouponTerms {
  kind: CouponKind
  claim: CouponClaim
  starts_at: Date
  ends_at: Date | null
  team_cap_micros: Micros | null
  customer_id: string | null
}

/** The field at fault in proposed terms; null where they are valid. Migration 170 checks the same. */
export function offerFault(offer: OfferedTerms): string | null {
  const { kind, effect, percent, fixed_micros, claim } = offer
  if ((percent === null) === (fixed_micros === null)) return 'percent'
  if (effect !== (kind === 'value_added' ? 'addition' : 'deduction') && kind !== 'custom') return 'effect'
  if (kind === 'discount' && percent === null) return 'percent'
  if (kind === 'fixed_amount' && fixed_micros === null) return 'fixed_amount'
  if (fixed_micros !== null && fixed_micros !== offer.worth_max_micros) return 'worth_max'
  if (effect === 'deduction' && percent !== null && percent >= 100n) return 'percent'
  if (effect === 'deduction' && fixed_micros !== null && fixed_micros >= offer.amount_min_micros) {
    return 'amount_min'
  }
  if ((kind === 'team' || kind === 'custom') && claim === 'activity') return 'claim'
  if ((kind === 'team') !== (offer.team_cap_micros !== null)) return 'team_cap'
  if ((kind === 'custom') !== (offer.customer_id !== null)) return 'customer'
  if (claim === 'activity' && offer.ends_at === null) return 'ends_at'
  return offer.ends_at !== null && offer.ends_at <= offer.starts_at ? 'ends_at' : null
}

/** What issuing another coupon depends on, read under locks on offer and customer. */
export interface IssueFacts {
  now: Date
  starts_at: Date
  ends_at: Date | null
  closed_at: Date | null
  issue_max: number
  issued: number
  per_customer_max: number
  received: number
  /** The date of the customer's last coupon of this name, and today's, both in their zone. */
  last_day: string | null
  today: string
}

/** Why a customer can't get another coupon of an offer; null where they can (SPEC §5, PRODUCT §8). */
export function issueRefusal(facts: IssueFacts): Reason | null {
  const { now, ends_at } = facts
  if (facts.closed_at !== null || now < facts.starts_at || (ends_at !== null && now >= ends_at)) {
    return 'activity_not_open'
  }
  if (facts.received >= facts.per_customer_max) return 'activity_coupons_received'
  if (facts.issued >= facts.issue_max) return 'activity_exhausted'
  // `>=`, because moving to a zone further west must not bring a second coupon.
  return facts.last_day !== null && facts.last_day >= facts.today ? 'coupon_same_name_today' : null
}
