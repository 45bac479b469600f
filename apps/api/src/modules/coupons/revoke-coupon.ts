import { id } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { cancelJob } from '../../database/jobs.ts'
import { Refusal } from '../../lib/refusal.ts'
import { notifyCustomer } from '../customer-notice.ts'
import { nameOfCustomer } from '../identity/index.ts'
import { approvedAct, staffVerb } from '../module.ts'
import { propose } from '../operators/index.ts'
import { moneyText } from '../proposal-facts.ts'
import { reasonText } from '../verb-fields.ts'
import { type Coupon, lockCoupon, revokeCoupon } from './coupons.repository.ts'
import { COUPON_EXPIRY_JOB } from './issue.ts'
import { offerById } from './offers/offers.repository.ts'

/** `coupon-revoke`: proposes revoking an unused coupon; its customer reads the reason. */
export const revokeCouponVerb = staffVerb({
  name: 'coupon-revoke',
  summary: 'Propose taking an unused coupon back; the customer reads why: --coupon-id --reason',
  roles: ['support', 'risk', 'finance_maker'],
  proposes: 'coupon.revoke',
  input: z.strictObject({ coupon_id: id, reason: reasonText }),
  run: (services, maker, { coupon_id, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const { customer_id } = await unusedCoupon(tx, coupon_id)
      return await propose(services, tx, {
        act: couponRevokeAct,
        subject_kind: 'coupon',
        subject_id: coupon_id,
        customer_id,
        payload: { coupon_id, reason },
        reason,
        maker,
      })
    }),
})

export const couponRevokeAct = approvedAct({
  action: 'coupon.revoke',
  checker_roles: ['finance_checker', 'risk'],
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
    await revokeCoupon(tx, { coupon_id, reason, proposal_id })
    await cancelJob(tx, COUPON_EXPIRY_JOB, coupon_id)
    await notifyCustomer(tx, {
      customer_id,
      category: 'activity',
      message: 'coupon_revoked',
      values: { reason },
      subject_kind: 'coupon',
      subject_id: coupon_id,
    })
    return { coupon_id }
  },
})

async function unusedCoupon(tx: Transaction, coupon_id: string): Promise<Coupon> {
  const coupon = await lockCoupon(tx, coupon_id)
  if (!coupon) throw new Refusal('record_not_found', { field: 'coupon_id' })
  if (coupon.state !== 'issued') throw new Refusal('state_conflict', { field: 'coupon_id' })
  return coupon
}
