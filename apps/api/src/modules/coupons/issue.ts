import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import { nowIn } from '../../database/time/now-in.ts'
import { Refusal } from '../../lib/refusal.ts'
import { calendarDay } from '../../lib/time-zones.ts'
import type { Customer } from '../identity/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import {
  type Coupon,
  insertCoupon,
  lastDaysOf,
  type NewCoupon,
  newcomerCouponOf,
} from './coupons.repository.ts'
import { issuedCounts, type Offer } from './offers/offers.repository.ts'
import { issueRefusal } from './rules.ts'

export const COUPON_EXPIRY_JOB = 'coupons.expire'

/** Who receives a coupon: the locked customer, their zone, and what permits it. */
export interface Recipient {
  customer: Customer
  time_zone: string
  /** Of the customer's own claim; null where staff issue. */
  request_id: string | null
  /** The approved proposal, where staff issue. */
  proposal_id: string | null
  team_id: string | null
}

/**
 * Issues a coupon of a locked offer to a locked customer, and schedules its expiry. Throws `activity_not_open`,
 * `activity_coupons_received`, `activity_exhausted`, `coupon_same_name_today`.
 */
export async function issueOfOffer(tx: Transaction, offer: Offer, recipient: Recipient): Promise<Coupon> {
  const { customer_id } = recipient.customer
  const counts = (await issuedCounts(tx, [offer.offer_id], customer_id)).get(offer.offer_id)
  const { issued, received } = counts ?? { issued: 0, received: 0 }
  const now = await nowIn(tx)
  const today = calendarDay(now, recipient.time_zone)
  const last_day = (await lastDaysOf(tx, customer_id, [offer.name_key])).get(offer.name_key) ?? null
  const reason = issueRefusal({ ...offer, now, issued, received, last_day, today })
  if (reason) throw new Refusal(reason, { field: 'activity_id' })
  const { offer_id, kind, name_key, effect, percent, fixed_micros } = offer
  return await issue(tx, recipient, {
    origin: offer.claim,
    offer_id,
    kind,
    name_key,
    effect,
    percent,
    fixed_micros,
    worth_max_micros: offer.worth_max_micros,
    amount_min_micros: offer.amount_min_micros,
    product_id: offer.product_id,
    policy_version: offer.policy_version,
    offer_number: issued + 1,
    customer_number: received + 1,
    issued_day: today,
  })
}

/**
 * Issues the newcomer coupon on the policy's terms, once per verified person. Throws `activity_not_open` where the
 * policy has none, `newcomer_coupon_received`.
 */
export async function issueNewcomer(
  services: Services,
  tx: Transaction,
  recipient: Recipient,
): Promise<Coupon> {
  const field = 'activity_id'
  const { newcomer_coupon_percent, newcomer_coupon_max_micros, version } = policies.current(services)
  if (newcomer_coupon_percent === 0n || newcomer_coupon_max_micros === 0n) {
    throw new Refusal('activity_not_open', { field })
  }
  if (await newcomerCouponOf(tx, recipient.customer.person_id)) {
    throw new Refusal('newcomer_coupon_received', { field })
  }
  return await issue(tx, recipient, {
    origin: 'newcomer',
    offer_id: null,
    kind: 'discount',
    name_key: 'newcomer',
    effect: 'deduction',
    percent: newcomer_coupon_percent,
    fixed_micros: null,
    worth_max_micros: newcomer_coupon_max_micros,
    amount_min_micros: 0n,
    product_id: null,
    policy_version: version,
    offer_number: null,
    customer_number: null,
    issued_day: calendarDay(services.clock.now(), recipient.time_zone),
  })
}

type Terms = Omit<
  NewCoupon,
  'coupon_id' | 'customer_id' | 'person_id' | 'request_id' | 'proposal_id' | 'team_id'
>

async function issue(tx: Transaction, recipient: Recipient, terms: Terms): Promise<Coupon> {
  const { customer, request_id, proposal_id, team_id } = recipient
  const coupon = await insertCoupon(tx, {
    coupon_id: newId(),
    customer_id: customer.customer_id,
    person_id: customer.person_id,
    request_id,
    proposal_id,
    team_id,
    ...terms,
  })
  await schedule(tx, { kind: COUPON_EXPIRY_JOB, subject_id: coupon.coupon_id, due_at: coupon.expires_at })
  return coupon
}
