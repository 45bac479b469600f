import type { JobHandler } from '../module.ts'
import { expireCoupon } from './coupons.repository.ts'
import { COUPON_EXPIRY_JOB } from './issue.ts'

/** `coupons.expire`: expires an unused coupon at its time. */
export const couponExpiryJob: JobHandler = {
  kind: COUPON_EXPIRY_JOB,
  async run(_services, tx, { subject_id }) {
    await expireCoupon(tx, subject_id)
  },
}
