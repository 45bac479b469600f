import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarDay } from '../../lib/time-zones.ts'
import {
  type CouponTerms,
  type CouponUseFacts,
  couponRefusal,
  couponUse,
  exampleAmount,
  type IssueFacts,
  issueRefusal,
  type OfferedTerms,
  offerFault,
} from './rules.ts'

const UNIT = 1_000_000n
const NOW = new Date('2026-11-21T08:00:00Z')
const TOMORROW = new Date('2026-11-22T08:00:00Z')

const tenPercent: CouponTerms = {
  effect: 'deduction',
  percent: 10n,
  fixed_micros: null,
  worth_max_micros: 20n * UNIT,
  amount_min_micros: 0n,
  product_id: null,
}
const fiveOff: CouponTerms = {
  ...tenPercent,
  percent: null,
  fixed_micros: 5n * UNIT,
  worth_max_micros: 5n * UNIT,
  amount_min_micros: 50n * UNIT,
}
const eightOnTop: CouponTerms = { ...fiveOff, effect: 'addition', fixed_micros: 8n * UNIT }

describe('what a coupon does to a plan', () => {
  test('by example: a share up to its limit, a fixed amount, an addition', () => {
    expect(couponUse(tenPercent, 100n * UNIT)).toEqual({ own_micros: 90n * UNIT, worth_micros: 10n * UNIT })
    expect(couponUse(tenPercent, 1_000n * UNIT)).toEqual({
      own_micros: 980n * UNIT,
      worth_micros: 20n * UNIT,
    })
    expect(couponUse(fiveOff, 50n * UNIT)).toEqual({ own_micros: 45n * UNIT, worth_micros: 5n * UNIT })
    const generous = { ...eightOnTop, worth_max_micros: 8n * UNIT }
    expect(couponUse(generous, 50n * UNIT)).toEqual({ own_micros: 50n * UNIT, worth_micros: 8n * UNIT })
    expect(couponUse(tenPercent, 105n)).toEqual({ own_micros: 95n, worth_micros: 10n })
  })

  test('a team’s cap limits it', () => {
    expect(couponUse(tenPercent, 100n * UNIT, 3n * UNIT).worth_micros).toBe(3n * UNIT)
    expect(couponUse(tenPercent, 100n * UNIT, 0n).worth_micros).toBe(0n)
  })

  test('a deduction takes away nothing but what it pays, never more than its limits, and leaves own money', () => {
    const amount = fc.bigInt(1n, 5_000_000_000n)
    fc.assert(
      fc.property(amount, fc.bigInt(1n, 99n), amount, fc.option(amount), (plan, percent, max, left) => {
        const terms = { ...tenPercent, percent, worth_max_micros: max }
        const { own_micros, worth_micros } = couponUse(terms, plan, left)
        expect(own_micros + worth_micros).toBe(plan)
        expect(own_micros > 0n && worth_micros >= 0n && worth_micros <= max).toBe(true)
        if (left !== null) expect(worth_micros <= left).toBe(true)
      }),
    )
  })

  test('the example is one that the coupon is good for', () => {
    expect(exampleAmount(tenPercent)).toBe(100n * UNIT)
    expect(exampleAmount({ ...tenPercent, amount_min_micros: 300n * UNIT })).toBe(300n * UNIT)
  })
})

describe('which plans a coupon fits', () => {
  const good: CouponUseFacts = {
    state: 'issued',
    expires_at: TOMORROW,
    is_name_used_today: false,
    team_left_micros: null,
    terms: tenPercent,
    plan: { product_id: 'one', push: ['official', 'non_official'], amount_micros: 100n * UNIT },
    now: NOW,
  }
  test('control: it fits', () => expect(couponRefusal(good)).toBeNull())

  test.each<[string, Partial<CouponUseFacts>]>([
    ['coupon_used', { state: 'used' }],
    ['coupon_revoked', { state: 'revoked' }],
    ['coupon_expired', { state: 'expired' }],
    ['coupon_expired', { expires_at: NOW }],
    ['coupon_same_name_used_today', { is_name_used_today: true }],
    ['coupon_other_product', { terms: { ...tenPercent, product_id: 'two' } }],
    ['coupon_official_only', { plan: { ...good.plan, push: ['non_official'] } }],
    ['coupon_amount_below', { terms: { ...tenPercent, amount_min_micros: 100n * UNIT + 1n } }],
    ['coupon_amount_below', { plan: { ...good.plan, amount_micros: 9n } }],
    ['coupon_team_cap_reached', { team_left_micros: 0n }],
  ])('%s', (reason, change) => {
    expect(couponRefusal({ ...good, ...change })).toBe(reason)
  })

  test('the product it names and the amount it asks for are enough', () => {
    const terms = { ...tenPercent, product_id: 'one', amount_min_micros: 100n * UNIT }
    expect(couponRefusal({ ...good, terms })).toBeNull()
  })
})

describe('what can be offered', () => {
  const discount: OfferedTerms = {
    ...tenPercent,
    kind: 'discount',
    claim: 'staff',
    starts_at: NOW,
    ends_at: null,
    team_cap_micros: null,
    customer_id: null,
  }
  test.each<[string, Partial<OfferedTerms>]>([
    ['discount', {}],
    ['fixed_amount', { ...fiveOff, kind: 'fixed_amount' }],
    ['value_added', { ...tenPercent, kind: 'value_added', effect: 'addition' }],
    ['team', { kind: 'team', team_cap_micros: 100n * UNIT }],
    ['custom', { kind: 'custom', customer_id: 'somebody', effect: 'addition' }],
    ['an activity', { claim: 'activity', ends_at: TOMORROW }],
  ])('%s', (_name, change) => expect(offerFault({ ...discount, ...change })).toBeNull())

  test.each<[string, Partial<OfferedTerms>]>([
    ['percent', { percent: null }],
    ['percent', { fixed_micros: 5n * UNIT }],
    ['percent', { percent: 100n }],
    ['percent', { ...fiveOff }],
    ['effect', { effect: 'addition' }],
    ['effect', { ...fiveOff, kind: 'value_added' }],
    ['fixed_amount', { kind: 'fixed_amount' }],
    ['worth_max', { ...fiveOff, kind: 'fixed_amount', worth_max_micros: 6n * UNIT }],
    ['amount_min', { ...fiveOff, kind: 'fixed_amount', amount_min_micros: 5n * UNIT }],
    ['claim', { kind: 'team', team_cap_micros: 1n, claim: 'activity', ends_at: TOMORROW }],
    ['team_cap', { kind: 'team' }],
    ['team_cap', { team_cap_micros: 1n }],
    ['customer', { kind: 'custom' }],
    ['customer', { customer_id: 'somebody' }],
    ['ends_at', { claim: 'activity' }],
    ['ends_at', { ends_at: NOW }],
  ])('not by its %s', (field, change) => expect(offerFault({ ...discount, ...change })).toBe(field))
})

describe('who can have another', () => {
  const good: IssueFacts = {
    now: NOW,
    starts_at: NOW,
    ends_at: TOMORROW,
    closed_at: null,
    issue_max: 10,
    issued: 9,
    per_customer_max: 2,
    received: 1,
    last_day: '2026-11-20',
    today: '2026-11-21',
  }
  test('control: this one can', () => expect(issueRefusal(good)).toBeNull())

  test.each<[string, Partial<IssueFacts>]>([
    ['activity_not_open', { starts_at: TOMORROW }],
    ['activity_not_open', { ends_at: NOW }],
    ['activity_not_open', { closed_at: NOW }],
    ['activity_coupons_received', { received: 2 }],
    ['activity_exhausted', { issued: 10 }],
    ['coupon_same_name_today', { last_day: '2026-11-21' }],
    ['coupon_same_name_today', { last_day: '2026-11-22' }],
  ])('%s', (reason, change) => expect(issueRefusal({ ...good, ...change })).toBe(reason))

  test('a day is the zone’s', () => {
    const evening = new Date('2026-11-21T20:30:00Z')
    expect(calendarDay(evening, 'UTC')).toBe('2026-11-21')
    expect(calendarDay(evening, 'Asia/Bangkok')).toBe('2026-11-22')
  })
})
