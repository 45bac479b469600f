import { NEWCOMER_ACTIVITY } from '@adtally/contract/money/coupons.ts'
import type { Transaction } from '../../database/database.ts'
import { isId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { customerById, zoneOfCustomer } from '../identity/index.ts'
import type { Services } from '../services.ts'
import { type Coupon, couponOfRequest, lockCustomer } from './coupons.repository.ts'
import { issueNewcomer, issueOfOffer, type Recipient } from './issue.ts'
import { lockOffer } from './offers/offers.repository.ts'

export interface ClaimRequest {
  request_id: string
  activity_id: string
}

/**
 * Claims an activity's coupon; never requires a deposit (PRODUCT §8). Throws `activity_not_found`,
 * `activity_not_open`, `activity_exhausted`, `activity_coupons_received`, `newcomer_coupon_received`,
 * `coupon_same_name_today`, `request_id_reused`; repeating a request returns the same coupon. `time_zone` is for
 * customers without one.
 */
export async function receiveCoupon(
  services: Services,
  customer_id: string,
  request: ClaimRequest,
  time_zone: string,
): Promise<Coupon> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    await lockCustomer(tx, customer_id)
    const known = await couponOfRequest(tx, customer_id, request.request_id)
    if (known) return sameRequest(known, request)
    const customer = await customerById(tx, customer_id)
    if (!customer) throw new Refusal('no_user_data')
    const recipient: Recipient = {
      customer,
      time_zone: zoneOfCustomer(customer, time_zone),
      request_id: request.request_id,
      proposal_id: null,
      team_id: null,
    }
    if (request.activity_id === NEWCOMER_ACTIVITY) return await issueNewcomer(services, tx, recipient)
    return await claim(tx, recipient, request.activity_id)
  })
}

function sameRequest(known: Coupon, { activity_id }: ClaimRequest): Coupon {
  if ((known.offer_id ?? NEWCOMER_ACTIVITY) !== activity_id) throw new Refusal('request_id_reused')
  return known
}

async function claim(tx: Transaction, recipient: Recipient, activity_id: string): Promise<Coupon> {
  const offer = isId(activity_id) ? await lockOffer(tx, activity_id) : null
  if (offer?.claim !== 'activity') throw new Refusal('activity_not_found', { field: 'activity_id' })
  return await issueOfOffer(tx, offer, recipient)
}
