import { NEWCOMER_ACTIVITY, userCouponReceive } from '@adtally/contract/coupons.ts'
import { type Act, ask } from '../scene.ts'

/** The newcomer coupon is claimed; a person has it once. */
const newcomer: Act = {
  name: 'newcomer coupon',
  weight: 2,
  async run(scene) {
    const { reason } = await ask(scene, userCouponReceive, { activity_id: NEWCOMER_ACTIVITY })
    return reason || 'claimed'
  },
}

export const COUPON_ACTS: readonly Act[] = [newcomer]
