import type { CouponClaim, CouponEffect, CouponKind, CouponOrigin } from '@adtally/contract/money/coupons.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { Generated } from 'kysely'
import type { Fixed, Made } from '../../database/columns.ts'
import type { OfferTexts } from './offers/offer-texts.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'coupons.offers': OfferTable
    'coupons.teams': TeamTable
    'coupons.coupons': CouponTable
  }
}

export interface OfferTable {
  offer_id: Fixed<string>
  kind: Fixed<CouponKind>
  texts: Fixed<OfferTexts>
  name_key: Made<string>
  effect: Fixed<CouponEffect>
  percent: Fixed<bigint | null>
  fixed_micros: Fixed<Micros | null>
  worth_max_micros: Fixed<Micros>
  amount_min_micros: Fixed<Micros>
  product_id: Fixed<string | null>
  claim: Fixed<CouponClaim>
  starts_at: Fixed<Date>
  ends_at: Fixed<Date | null>
  life_days: Fixed<number>
  issue_max: Fixed<number>
  per_customer_max: Fixed<number>
  team_cap_micros: Fixed<Micros | null>
  customer_id: Fixed<string | null>
  policy_version: Fixed<number>
  proposal_id: Fixed<string>
  created_at: Made<Date>
  closed_at: Date | null
  close_reason: string | null
}

export interface TeamTable {
  team_id: Fixed<string>
  offer_id: Fixed<string>
  leader_id: Fixed<string>
  cap_micros: Fixed<Micros>
  proposal_id: Fixed<string>
  created_at: Made<Date>
}

export interface CouponTable {
  coupon_id: Fixed<string>
  customer_id: Fixed<string>
  person_id: Fixed<string>
  origin: Fixed<CouponOrigin>
  /** Null: the newcomer coupon. */
  offer_id: Fixed<string | null>
  team_id: Fixed<string | null>
  kind: Fixed<CouponKind>
  name_key: Fixed<string>
  effect: Fixed<CouponEffect>
  percent: Fixed<bigint | null>
  fixed_micros: Fixed<Micros | null>
  worth_max_micros: Fixed<Micros>
  amount_min_micros: Fixed<Micros>
  product_id: Fixed<string | null>
  policy_version: Fixed<number>
  offer_number: Fixed<number | null>
  customer_number: Fixed<number | null>
  request_id: Fixed<string | null>
  proposal_id: Fixed<string | null>
  issued_at: Made<Date>
  /** The date in the customer's zone. */
  issued_day: Fixed<string>
  expires_at: Made<Date>
  state: Generated<'issued' | 'used' | 'expired' | 'revoked'>
  closed_at: Date | null
  revoke_reason: string | null
  revoke_proposal_id: string | null
  plan_id: string | null
  worth_micros: Micros | null
  used_day: string | null
}
