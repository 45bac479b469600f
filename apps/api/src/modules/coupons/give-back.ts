import * as z from 'zod/mini'
import { schedule } from '../../database/jobs.ts'
import type { Subscription } from '../module.ts'
import { PLANS_FAILED_TOPIC, plansFailed } from '../plans/index.ts'
import { COUPON_EXPIRY_JOB } from './issue.ts'
import { giveBackCoupons } from './used-coupons.repository.ts'

/** A plan that never ran returns everything (PRODUCT §4): its coupon is unused again, with its old expiry. */
export const giveBackSubscription: Subscription = {
  topic: PLANS_FAILED_TOPIC,
  async handle(_services, tx, payload) {
    const { plan_ids } = z.parse(plansFailed, payload)
    for (const { coupon_id, state, expires_at } of await giveBackCoupons(tx, plan_ids)) {
      if (state === 'issued') {
        await schedule(tx, { kind: COUPON_EXPIRY_JOB, subject_id: coupon_id, due_at: expires_at })
      }
    }
  },
}
