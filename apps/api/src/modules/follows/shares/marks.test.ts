import { least } from '@adtally/money/money.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { carriedLoss, standings } from './marks.ts'

/** PRODUCT §10 taken literally: each share recomputed from the first plan on. */
function naiveShares(profits: readonly bigint[], rate_percent: bigint): bigint[] {
  return profits.map((_profit, index) => {
    const sums = profits.map((_, end) => profits.slice(0, end + 1).reduce((sum, one) => sum + one, 0n))
    const best_before = sums.slice(0, index).reduce((best, sum) => -least(-best, -sum), 0n)
    const above = (sums[index] ?? 0n) - best_before
    return above > 0n ? (above * rate_percent) / 100n : 0n
  })
}

/** The rate, applied to a profit after it made up the carried loss. */
function shareOf(profit_micros: bigint, carried_loss_micros: bigint, rate_percent: bigint): bigint {
  const above = profit_micros - carried_loss_micros
  return above > 0n ? (above * rate_percent) / 100n : 0n
}

const profit = fc.oneof(fc.bigInt(-20n, 20n), fc.bigInt(-900_000_000n, 900_000_000n))
const rate = fc.bigInt(0n, 30n)

function shares(profits: readonly bigint[], rate_percent: bigint): bigint[] {
  const plans = profits.map((profit_micros, index) => ({ plan_id: String(index), profit_micros }))
  const { before } = standings(plans)
  return plans.map(({ plan_id, profit_micros }) => {
    const standing = before.get(plan_id)
    if (!standing) throw new Error('every plan has a standing')
    return shareOf(profit_micros, carriedLoss(standing), rate_percent)
  })
}

test('PRODUCT §10: a share is due on what passes the high-water mark, as if all were recomputed', () => {
  fc.assert(
    fc.property(fc.array(profit, { maxLength: 12 }), rate, (profits, rate_percent) => {
      expect(shares(profits, rate_percent)).toEqual(naiveShares(profits, rate_percent))
    }),
    { numRuns: 2_000 },
  )
})

test('all shares together are at most the rate of the best that the pair ever came to', () => {
  fc.assert(
    fc.property(fc.array(profit, { maxLength: 12 }), rate, (profits, rate_percent) => {
      const plans = profits.map((profit_micros, index) => ({ plan_id: String(index), profit_micros }))
      const { last } = standings(plans)
      const all = shares(profits, rate_percent).reduce((sum, one) => sum + one, 0n)
      expect(all * 100n <= last.mark_micros * rate_percent).toBe(true)
      expect(last.cumulative_micros).toBe(profits.reduce((sum, one) => sum + one, 0n))
      expect(last.mark_micros >= last.cumulative_micros).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('control: a share of each profit without the mark is another sum', () => {
  const profits = [100n, -100n, 100n]
  expect(shares(profits, 20n)).toEqual([20n, 0n, 0n])
  expect(profits.map((one) => shareOf(one, 0n, 20n))).toEqual([20n, 0n, 20n])
})
