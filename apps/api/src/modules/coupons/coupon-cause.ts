import { formatAmount } from '@adtally/money/money.ts'
import { plansNamed } from '../plans/index.ts'
import { type CauseReader, factsOf } from '../wallet/index.ts'
import { couponById } from './coupons.repository.ts'

/** Describes the coupon behind an entry: its worth, when it was used, and its plan's number. */
export const COUPON_CAUSE: CauseReader = {
  kind: 'coupon',
  tell: ({ database }, customer_id, { cause_id }) =>
    database.transaction({ kind: 'customer', customer_id }, async (tx) => {
      const coupon = await couponById(tx, cause_id)
      if (!coupon) return null
      const { plan_id, state, worth_micros, closed_at, policy_version } = coupon
      const used_at = state === 'used' ? closed_at : null
      const plans = plan_id === null ? null : await plansNamed(tx, [plan_id])
      const facts = factsOf([
        { name: 'amount', kind: 'amount', value: worth_micros === null ? null : formatAmount(worth_micros) },
        { name: 'used_at', kind: 'time', value: used_at?.toISOString() ?? null },
      ])
      return { number: plans?.get(plan_id ?? '')?.number ?? null, facts, policy_version }
    }),
}
