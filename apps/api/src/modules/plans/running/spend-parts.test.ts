import { least } from '@adtally/money/money.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { minus, NO_PARTS, type Parts, pairUp, partsOfCharge, partsOfSpend, totalOf } from './spend-parts.ts'

const amount = fc.oneof(fc.bigInt(0n, 6n), fc.bigInt(0n, 5_000_000_000n))
const placed = fc
  .record({ cash_micros: amount, discount_micros: amount, startup_micros: amount })
  .filter((parts) => totalOf(parts) > 0n)

const eachPart = (parts: Parts) => [parts.cash_micros, parts.discount_micros, parts.startup_micros]

function plus(left: Parts, right: Parts): Parts {
  return minus(left, minus(NO_PARTS, right))
}

test('any way of batching spends the same parts', () => {
  const batches = fc.array(fc.bigInt(1n, 2_000_000_000n), { maxLength: 20 })
  fc.assert(
    fc.property(placed, batches, (parts, charges) => {
      let spent = 0n
      let sum = NO_PARTS
      for (const charge of charges) {
        const after = least(spent + charge, totalOf(parts))
        sum = plus(sum, partsOfCharge(parts, spent, after))
        spent = after
      }
      expect(sum).toEqual(partsOfSpend(parts, spent))
    }),
    { numRuns: 2_000 },
  )
})

test('no part shrinks, none exceeds what was placed, each stays within two micro-units of its proportion', () => {
  const point = fc.tuple(placed, fc.bigInt(0n, 1_000_000n), fc.bigInt(0n, 1_000_000n))
  fc.assert(
    fc.property(point, ([parts, from_ppm, step_ppm]) => {
      const amount_micros = totalOf(parts)
      const before = (amount_micros * from_ppm) / 1_000_000n
      const stepped = before + (amount_micros * step_ppm) / 1_000_000n + 1n
      const after = least(stepped, amount_micros)
      for (const change of eachPart(partsOfCharge(parts, before, after))) expect(change >= 0n).toBe(true)
      const spent = partsOfSpend(parts, after)
      expect(totalOf(spent)).toBe(after)
      for (const [index, part] of eachPart(spent).entries()) {
        const part_placed = eachPart(parts)[index] ?? 0n
        expect(part <= part_placed).toBe(true)
        const off = part * amount_micros - after * part_placed
        expect((off < 0n ? -off : off) < 2n * amount_micros).toBe(true)
      }
    }),
    { numRuns: 3_000 },
  )
})

test('everything spent is everything placed', () => {
  fc.assert(
    fc.property(placed, (parts) => {
      expect(partsOfSpend(parts, totalOf(parts))).toEqual(parts)
    }),
  )
})

test('spending more than was placed is an error, not a number', () => {
  const parts = { cash_micros: 5n, discount_micros: 0n, startup_micros: 0n }
  expect(() => partsOfSpend(parts, 6n)).toThrow(RangeError)
  expect(() => partsOfSpend(parts, -1n)).toThrow(RangeError)
})

test('pairing keeps both sides to the micro-unit', () => {
  const amounts = fc.array(fc.bigInt(0n, 1_000n), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(amounts, fc.array(fc.nat({ max: 999 }), { maxLength: 5 }), (given, cuts) => {
      const total = given.reduce((sum, next) => sum + next, 0n)
      const points = [0n, ...cuts.map((cut) => (total * BigInt(cut)) / 1_000n), total].toSorted((a, b) =>
        Number(a - b),
      )
      const wanted = points.slice(1).map((point, index) => point - (points[index] ?? 0n))
      const keyed = (list: bigint[]) => list.map((amount_micros, key) => ({ key, amount_micros }))
      const movements = pairUp(keyed(given), keyed(wanted))
      const sums = (side: 'source' | 'destination', key: number) =>
        movements
          .filter((movement) => movement[side] === key)
          .reduce((sum, next) => sum + next.amount_micros, 0n)
      expect(given.map((_, key) => sums('source', key))).toEqual(given)
      expect(wanted.map((_, key) => sums('destination', key))).toEqual(wanted)
      expect(movements.every(({ amount_micros }) => amount_micros > 0n)).toBe(true)
      expect(movements.length).toBeLessThanOrEqual(given.length + wanted.length - 1)
    }),
    { numRuns: 1_000 },
  )
  expect(() => pairUp([{ key: 'a', amount_micros: 2n }], [{ key: 'b', amount_micros: 1n }])).toThrow(
    RangeError,
  )
  expect(() => pairUp([{ key: 'a', amount_micros: 1n }], [{ key: 'b', amount_micros: 2n }])).toThrow(
    RangeError,
  )
})
