import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { WeightedSet } from './weighted-set.ts'

const step = fc.record({
  item: fc.integer({ min: 0, max: 12 }),
  weight: fc.integer({ min: 1, max: 50 }),
  is_kept: fc.boolean(),
})

test('whatever was put, weighed again and removed, each item lies where a list of their weights has it, once for each unit [proof 853]', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const set = new WeightedSet<number>()
      const weights = new Map<number, number>()
      for (const { item, weight, is_kept } of steps) {
        if (is_kept) {
          set.put(item, weight)
          weights.set(item, weight)
        } else {
          set.delete(item)
          weights.delete(item)
        }
        expect([...set].toSorted()).toEqual([...weights.keys()].toSorted())
        const found = new Map<number | undefined, number>()
        for (let mark = 0; mark < set.total; mark += 1) {
          const drawn = set.at(mark)
          found.set(drawn, (found.get(drawn) ?? 0) + 1)
        }
        expect(found).toEqual(new Map([...set].map((one) => [one, weights.get(one)])))
      }
    }),
    { numRuns: 200 },
  )
})

test('an empty set has nothing to draw, and a mark past the end, by rounding, draws the last', () => {
  const set = new WeightedSet<string>()
  expect(set.at(0)).toBeUndefined()
  set.put('one', 2)
  set.put('two', 3)
  expect(set.at(5)).toBe('two')
})
