import { describe, expect, it } from 'vitest'
import { decimalsOfTicks } from './spend-totals.ts'

describe('the decimals of an axis', () => {
  it('tell each of its values apart, the same for all [proof 671]', () => {
    expect(decimalsOfTicks([50_000n, 100_000n, 150_000n])).toBe(2)
    expect(decimalsOfTicks([5_000n, 10_000n, 15_000n])).toBe(4)
    expect(decimalsOfTicks([-500n, 500n])).toBe(4)
    expect(decimalsOfTicks([50n, 100n])).toBe(6)
  })
})
