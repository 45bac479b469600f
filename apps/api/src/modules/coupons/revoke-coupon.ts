import { couponRevoking, revokeCoupon } from '@adtally/contract/operator/finance/coupons.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { cancelJob } from '../../database/jobs.ts'
import { Refusal } from '../../lib/refusal.ts'
import { tellCustomer } from '../customer-notice.ts'
import { nameOfCustomer } from '../identity/index.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { moneyText } from '../proposal-facts.ts'
import { type Coupon, lockCoupon, setRevoked } from './coupons.repository.ts'
import { COUPON_EXPIRY_JOB } from './issue.ts'
import { offerById } from './offers/offers.repository.ts'

const couponRevokeAct = approvedAct(couponRevoking, {
  payload: z.strictObject({ coupon_id: z.uuid(), reason: z.string() }),
  facts: async (services, tx, { coupon_id, reason }) => {
    const coupon = await unusedCoupon(tx, coupon_id)
    const offer = coupon.offer_id === null ? null : await offerById(tx, coupon.offer_id)
    const whose = coupon.customer_id === null ? 'nobody' : await nameOfCustomer(tx, coupon.customer_id)
    const worth_max = offer ? moneyText(services, offer.worth_max_micros) : '–'
    return {
      says: `Take back the unused coupon ${offer?.texts.en?.name ?? coupon_id}, worth ${worth_max} at most, of ${whose}: ${reason}`,
      before: { state: coupon.state },
      after: { state: 'revoked' },
    }
  },
  async apply(_services, tx, { coupon_id, reason }, { proposal_id }) {
    const { customer_id } = await unusedCoupon(tx, coupon_id)
    await setRevoked(tx, { coupon_id, reason, proposal_id })
    await cancelJob(tx, COUPON_EXPIRY_JOB, coupon_id)
    await tellCustomer(tx, customer_id, {
      message: 'coupon_revoked',
      values: { reason },
      subject: { kind: 'coupon', id: coupon_id },
    })
    return { coupon_id }
  },
})

/** `coupon-revoke`: proposes taking an unused coupon back, with a reason that its customer reads. */
export const revokeCouponVerb = proposalVerb(revokeCoupon, {
  act: couponRevokeAct,
  ask: async (_services, tx, { coupon_id, reason }) => {
    const { customer_id } = await unusedCoupon(tx, coupon_id)
    return { subject: { kind: 'coupon', id: coupon_id }, customer_id, payload: { coupon_id, reason }, reason }
  },
})

async function unusedCoupon(tx: Transaction, coupon_id: string): Promise<Coupon> {
  const coupon = await lockCoupon(tx, coupon_id)
  if (!coupon) throw new Refusal('record_not_found', { field: 'coupon_id' })
  if (coupon.state !== 'issued') throw new Refusal('state_conflict', { field: 'coupon_id' })
  return coupon
}
