import type { OutputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import type { activityList, coupon as wireCoupon } from '@adtally/contract/money/coupons.ts'
import { message } from '@adtally/i18n/server.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type * as z from 'zod/mini'
import type { Coupon } from './coupons.repository.ts'
import { offerTextIn } from './offers/offer-texts.ts'
import type { Offer } from './offers/offers.repository.ts'
import { type CouponTerms, couponUse, exampleAmount } from './rules.ts'

type Activity = OutputOf<typeof activityList>['items'][number]

/** The records that a coupon refers to. */
export interface Referred {
  offer: Offer | null
  product_name: string | null
  plan_number: string | null
  team: { leader_operated_id: string; cap_micros: Micros; used_micros: Micros } | null
}

function presentTerms(
  terms: CouponTerms & Pick<Coupon, 'kind'>,
  offer: Offer | null,
  product_name: string | null,
  language: Language,
) {
  const plan_micros = exampleAmount(terms)
  const { own_micros, worth_micros } = couponUse(terms, plan_micros)
  const texts = offer
    ? offerTextIn(offer.texts, language)
    : {
        language,
        name: message(language, 'coupons.newcomer.name'),
        description: message(language, 'coupons.newcomer.description'),
      }
  return {
    kind: terms.kind,
    ...texts,
    effect: terms.effect,
    percent: terms.percent === null ? null : Number(terms.percent),
    fixed_amount: terms.fixed_micros === null ? null : formatAmount(terms.fixed_micros),
    worth_max: formatAmount(terms.worth_max_micros),
    amount_min: formatAmount(terms.amount_min_micros),
    product:
      terms.product_id === null || product_name === null
        ? null
        : { product_id: terms.product_id, name: product_name },
    example: {
      plan_amount: formatAmount(own_micros + worth_micros),
      own_money: formatAmount(own_micros),
      worth: formatAmount(worth_micros),
    },
  }
}

/** A coupon as its customer sees it; overdue ones show as expired even before their job has run. */
export function presentCoupon(
  coupon: Coupon,
  referred: Referred,
  language: Language,
  now: Date,
): z.infer<typeof wireCoupon> {
  const is_over = coupon.state === 'issued' && coupon.expires_at <= now
  const unused_or_closed = coupon.state === 'issued' ? ('unused' as const) : coupon.state
  const { team } = referred
  return {
    coupon_id: coupon.coupon_id,
    ...presentTerms(coupon, referred.offer, referred.product_name, language),
    origin: coupon.origin,
    state: is_over ? 'expired' : unused_or_closed,
    issued_at: coupon.issued_at.toISOString(),
    expires_at: coupon.expires_at.toISOString(),
    closed_at: (is_over ? coupon.expires_at : coupon.closed_at)?.toISOString() ?? null,
    reason: coupon.revoke_reason,
    plan:
      coupon.plan_id === null
        ? null
        : {
            plan_id: coupon.plan_id,
            number: referred.plan_number ?? '',
            worth: formatAmount(coupon.worth_micros ?? 0n),
          },
    team: team && {
      leader_operated_id: team.leader_operated_id,
      cap: formatAmount(team.cap_micros),
      used: formatAmount(team.used_micros),
    },
  }
}

/** What a customer can claim of an activity, and how many coupons are left. */
export interface ActivityFacts extends Pick<Activity, 'claim' | 'received' | 'left'> {
  product_name: string | null
}

/** An activity that staff created. */
export function presentActivity(offer: Offer, facts: ActivityFacts, language: Language): Activity {
  const { claim, received, left, product_name } = facts
  return {
    activity_id: offer.offer_id,
    ...presentTerms(offer, offer, product_name, language),
    claim,
    starts_at: offer.starts_at.toISOString(),
    ends_at: offer.ends_at?.toISOString() ?? null,
    life_days: offer.life_days,
    per_customer_max: offer.per_customer_max,
    received,
    left,
  }
}

/** The newcomer activity, on the policy's terms. */
export function presentNewcomer(
  terms: CouponTerms,
  facts: { activity_id: string; is_received: boolean; life_days: number },
  language: Language,
): Activity {
  return {
    activity_id: facts.activity_id,
    ...presentTerms({ ...terms, kind: 'discount' }, null, null, language),
    claim: facts.is_received ? 'received' : 'open',
    starts_at: null,
    ends_at: null,
    life_days: facts.life_days,
    per_customer_max: 1,
    received: facts.is_received ? 1 : 0,
    left: null,
  }
}
