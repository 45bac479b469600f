import { expect, test } from 'vitest'
import { levelOf, vipBreakEven, vipRebate } from './rules.ts'

const UNIT = 1_000_000n
const STEPS = [500n * UNIT, 2_000n * UNIT, 10_000n * UNIT, 50_000n * UNIT]

test.each([
  [0n, 0],
  [500n * UNIT - 1n, 0],
  [500n * UNIT, 1],
  [9_999n * UNIT, 2],
  [10_000n * UNIT, 3],
  [900_000n * UNIT, 4],
])('%s of settled spend is level %s', (spend, level) => expect(levelOf(spend, STEPS)).toBe(level))

test('a step that a policy sets below the one before is no way round it', () => {
  expect(levelOf(600n * UNIT, [1_000n * UNIT, 500n * UNIT])).toBe(0)
})

test('VIP breaks even where its rebate reaches its price', () => {
  const break_even = vipBreakEven(20n * UNIT, 20n, 15n)
  expect(break_even).toBe(400n * UNIT)
  expect(vipRebate(400n * UNIT, 20n, 15n)).toBe(20n * UNIT)
  const uneven = vipBreakEven(20n * UNIT, 20n, 17n) ?? 0n
  expect(vipRebate(uneven, 20n, 17n) >= 20n * UNIT).toBe(true)
  expect(vipRebate(uneven - 2n, 20n, 17n) < 20n * UNIT).toBe(true)
  expect(vipBreakEven(20n * UNIT, 15n, 15n)).toBeNull()
  expect(vipRebate(100n * UNIT, 15n, 20n)).toBe(0n)
})
