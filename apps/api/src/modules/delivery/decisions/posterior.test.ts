import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../lib/seeded-random.ts'
import { type ConversionCounts, posteriorOf, sampledGamma } from './posterior.ts'
import { draw, weightOf } from './selection.ts'
import { WeightedSet } from './weighted-set.ts'

const none = () => ({ impressions: 0n, conversions: 0n })

test.each([0.05, 0.5, 1, 3.7, 120])(
  'samples of shape %d have its mean and its spread [proof 1055]',
  (shape) => {
    const random = seededRandom(7)
    const samples = Array.from({ length: 40_000 }, () => sampledGamma(shape, random))
    const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
    const variance = samples.reduce((sum, sample) => sum + (sample - mean) ** 2, 0) / samples.length
    expect(samples.every((sample) => sample >= 0)).toBe(true)
    expect(Math.abs(mean - shape)).toBeLessThan(0.06 * shape + 0.01)
    expect(Math.abs(variance - shape)).toBeLessThan(0.12 * shape + 0.02)
  },
)

test('whatever chance says, a sample comes to an end and is a number', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (shape, always) => {
        expect(sampledGamma(shape, () => always)).toBeGreaterThanOrEqual(0)
        expect(sampledGamma(shape, () => always)).toBeLessThan(Number.POSITIVE_INFINITY)
      },
    ),
  )
})

test('a placement is believed by what was seen there, the more of it the surer; else by the plan’s others', () => {
  const everywhere = { impressions: 50_000n, conversions: 100n }
  const meanOf = ({ shape, scale }: { shape: number; scale: number }) => shape * scale
  expect(meanOf(posteriorOf(everywhere, undefined))).toBeCloseTo(1, 1)
  const good = { impressions: 20_000n, conversions: 80n }
  expect(meanOf(posteriorOf(everywhere, good))).toBeGreaterThan(1.8)
  const few = posteriorOf(everywhere, { impressions: 200n, conversions: 0n })
  expect(meanOf(few)).toBeGreaterThan(0.4)
  const poor = posteriorOf(everywhere, { impressions: 20_000n, conversions: 1n })
  expect(meanOf(poor)).toBeLessThan(0.2)
})

interface Trial {
  rates: number[][]
  /** Whether outcomes are learned; else everybody keeps the weight of a new plan. */
  learns: boolean
  seed: number
  rounds: number
}

const PARTS = 4

/** What plans with these rates lose against the best on each placement, part by part, each plan's share of the last part, and how often it was shown at all. */
function live({ rates, learns, seed, rounds }: Trial) {
  const [random, world] = [seededRandom(seed), seededRandom(seed + 1_000)]
  const seen: ConversionCounts[][] = rates.map((places) => places.map(none))
  const plans = rates.map((_, index) => ({ index, weight: 1 }))
  const set = new WeightedSet<(typeof plans)[number]>()
  const everywhere = (index: number): ConversionCounts =>
    (seen[index] ?? []).reduce<ConversionCounts>(
      (sum, { impressions, conversions }) => ({
        impressions: sum.impressions + impressions,
        conversions: sum.conversions + conversions,
      }),
      none(),
    )
  const weigh = () => {
    for (const plan of plans) {
      const terms = { payout_micros: 2_000_000n, placed_micros: 1_000n, spent_micros: 0n }
      const days = { starts_at_ms: 0, ends_at_ms: 1_000, now_ms: 0 }
      plan.weight = weightOf({ ...terms, ...days, ...(learns ? everywhere(plan.index) : none()) })
      set.put(plan, plan.weight)
    }
  }
  weigh()
  const lost: number[] = Array.from({ length: PARTS }, () => 0)
  const shown = rates.map((places) => places.map(() => 0))
  for (let round = 0; round < rounds; round += 1) {
    const place = round % (rates[0]?.length ?? 1)
    const drawn = draw(
      [{ plans: set }],
      random,
      () => null,
      ({ index, weight }) => {
        const { shape, scale } = learns
          ? posteriorOf(everywhere(index), seen[index]?.[place])
          : posteriorOf(none(), undefined)
        return weight * scale * sampledGamma(shape, random)
      },
    )
    if (typeof drawn === 'string') throw new Error(drawn)
    const rate = rates[drawn.index]?.[place] ?? 0
    const part = Math.floor((round * PARTS) / rounds)
    lost[part] = (lost[part] ?? 0) + Math.max(...rates.map((places) => places[place] ?? 0)) - rate
    const counts = seen[drawn.index]?.[place]
    const of_shown = shown[drawn.index]
    if (counts) counts.impressions += 1n
    if (counts && world() < rate) counts.conversions += 1n
    if (of_shown && part === PARTS - 1) of_shown[place] = (of_shown[place] ?? 0) + 1
    if (round % 500 === 499) weigh()
  }
  return { lost, shown, tried: rates.map((_, index) => Number(everywhere(index).impressions)) }
}

/** Each plan is best somewhere: only who learns by placement knows. */
const CROSSED = [
  [0.02, 0.002],
  [0.002, 0.02],
  [0.006, 0.006],
]

/** Several lives, so that the luck of one decides nothing: what is lost by part, and shares by plan and placement. */
function livesOf(learns: boolean) {
  const lives = Array.from({ length: 8 }, (_, seed) => live({ rates: CROSSED, learns, seed, rounds: 16_000 }))
  const sum = (of: (one: (typeof lives)[number]) => number | undefined) =>
    lives.reduce((all, one) => all + (of(one) ?? 0), 0)
  return {
    first: sum(({ lost }) => lost[0]),
    last: sum(({ lost }) => lost.at(-1)),
    shown: CROSSED.map((places, plan) => places.map((_, place) => sum(({ shown }) => shown[plan]?.[place]))),
  }
}

test('with known rates the better plan gets the larger share on each placement, and what is lost against the best falls [proof 1056]', () => {
  const { first, last, shown } = livesOf(true)
  expect(shown[0]?.[0]).toBeGreaterThan(4 * (shown[1]?.[0] ?? 0))
  expect(shown[1]?.[1]).toBeGreaterThan(4 * (shown[0]?.[1] ?? 0))
  expect(last).toBeLessThan(0.5 * first)
})

test('control: by the first belief alone nobody gets more, and as much is lost at the end as at the begin', () => {
  const { first, last, shown } = livesOf(false)
  const shares = shown.flat()
  expect(Math.min(...shares) / Math.max(...shares)).toBeGreaterThan(0.85)
  expect(last).toBeGreaterThan(0.9 * first)
})

test('of equal plans each is as likely to be shown more by luck, and a weak one is tried but gets little', () => {
  const equal = [[0.01], [0.01], [0.001]]
  const lives = Array.from({ length: 12 }, (_, seed) =>
    live({ rates: equal, learns: true, seed, rounds: 8_000 }),
  )
  const of = (plan: number) => lives.reduce((sum, { tried }) => sum + (tried[plan] ?? 0), 0)
  expect(Math.min(of(0), of(1)) / Math.max(of(0), of(1))).toBeGreaterThan(0.5)
  expect(Math.min(...lives.map(({ tried }) => tried[2] ?? 0))).toBeGreaterThan(10)
  expect(of(2)).toBeLessThan(0.2 * Math.min(of(0), of(1)))
})

test('a draw looks at a few plans, however many there are [proof 1057]', () => {
  const looksAmong = (count: number) => {
    const random = seededRandom(3)
    const plans = new WeightedSet<number>()
    for (let plan = 0; plan < count; plan += 1) plans.put(plan, 1 + (plan % 100))
    let looks = 0
    for (let time = 0; time < 100; time += 1) {
      draw(
        [{ plans }],
        random,
        () => null,
        () => {
          looks += 1
          return random()
        },
      )
    }
    return looks / 100
  }
  expect(looksAmong(10_000)).toBeLessThanOrEqual(4)
  expect(looksAmong(10_000)).toBeLessThan(1.5 * looksAmong(10))
})
