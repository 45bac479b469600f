import type { OutputOf } from '@adtally/contract/call.ts'
import type { userCouponList } from '@adtally/contract/money/coupons.ts'

type Coupon = OutputOf<typeof userCouponList>['items'][number]

export const COUPON_ID = '01890000-0000-7000-8000-0000000000c1'

/** The newcomer coupon: 10 % off, at most 20.00. */
export const NEWCOMER_TERMS = {
  kind: 'discount',
  name: 'Newcomer coupon',
  description: 'Money off one plan of your choice.',
  language: 'en',
  effect: 'deduction',
  percent: 10,
  fixed_amount: null,
  worth_max: '20.00',
  amount_min: '0.00',
  product: null,
  example: { plan_amount: '100.00', own_money: '90.00', worth: '10.00' },
} as const

/** An unused newcomer coupon of the first of March. */
export function buildCoupon(members: Partial<Coupon> = {}): Coupon {
  return {
    coupon_id: COUPON_ID,
    ...NEWCOMER_TERMS,
    origin: 'newcomer',
    state: 'unused',
    issued_at: '2026-03-01T12:00:00Z',
    expires_at: '2026-03-31T12:00:00Z',
    closed_at: null,
    reason: null,
    plan: null,
    team: null,
    ...members,
  }
}
