import { describe, expect, it } from 'vitest'
import { each, type PlanResult, reasonOf } from './result-reason.ts'

function outcome(members: Partial<PlanResult>, figures: Partial<PlanResult['figures']> = {}): PlanResult {
  return {
    consumed: '32.08',
    revenue: '18.00',
    profit: '-14.08',
    payout: '1.80',
    spend_parts: { cash: members.consumed ?? '32.08', discount: '0.00', startup: '0.00' },
    ...members,
    figures: { impressions: 4_000, clicks: 60, conversions: 10, revenue_reversed: '0.00', ...figures },
  }
}

describe('why a plan came out as it did', () => {
  it('is said of none that has spent nothing', () => {
    expect(
      reasonOf(outcome({ consumed: '0.00', revenue: '0.00', profit: '0.00' }, { conversions: 0 })),
    ).toBeNull()
  })
  it('is that nobody clicked', () => {
    const figures = { clicks: 0, conversions: 0 }
    expect(reasonOf(outcome({ revenue: '0.00', profit: '-32.08' }, figures))).toEqual({ kind: 'noClicks' })
  })
  it('is that no click became a conversion', () => {
    expect(reasonOf(outcome({ revenue: '0.00', profit: '-32.08' }, { conversions: 0 }))).toEqual({
      kind: 'noConversions',
    })
  })
  it('is what each conversion cost beside its payout, and how many would have covered the spend [proof 394]', () => {
    // 32.08 / 10 = 3.208; 32.08 / 1.80 = 17.82…, so 18 would have covered it.
    expect(reasonOf(outcome({}))).toEqual({ kind: 'perConversion', cost: '3.208', needed: 18n })
  })
  it('is the same of a profit, without what would have covered it', () => {
    expect(reasonOf(outcome({ revenue: '36.00', profit: '3.92' }, { conversions: 20 }))).toEqual({
      kind: 'perConversion',
      cost: '1.604',
      needed: null,
    })
  })
  it('is what was taken back, only where the plan would not have lost with it', () => {
    expect(reasonOf(outcome({}, { revenue_reversed: '14.08' }))).toEqual({
      kind: 'reversed',
      without: '0.00',
    })
    expect(reasonOf(outcome({}, { revenue_reversed: '20.00' }))).toEqual({
      kind: 'reversed',
      without: '5.92',
    })
    expect(reasonOf(outcome({}, { revenue_reversed: '14.07' }))).toMatchObject({ kind: 'perConversion' })
  })
})

it('the cost of one is cut to the micro-unit, and nothing of none', () => {
  expect([each(10_000_000n, 3), each(10_000_000n, 0), each(32_080_000n, 4_000, 1000n)]).toEqual([
    '3.333333',
    '',
    '8.02',
  ])
})
