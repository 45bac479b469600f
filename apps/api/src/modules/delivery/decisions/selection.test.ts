import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { draw, type Obstacle, weightOf } from './selection.ts'
import { isTargeted, type TargetingRules } from './targeting.ts'
import { readAgent, readLanguage, type Visit } from './visitor.ts'
import { WeightedSet } from './weighted-set.ts'

const EVERYBODY: TargetingRules = {
  countries: [],
  devices: [],
  operating_systems: [],
  languages: [],
  week_hours: null,
  keywords_any: [],
  keywords_none: [],
}
const VISIT: Visit = {
  country: 'DE',
  device: 'phone',
  operating_system: 'ios',
  language: 'de',
  keywords: [],
  week_hour: 0,
}

interface Plan {
  weight: number
  obstacle: Obstacle | null
}

const plan = (weight: number, obstacle: Obstacle | null = null): Plan => ({ weight, obstacle })

function grouped(...groups: readonly (readonly Plan[])[]): { plans: WeightedSet<Plan> }[] {
  return groups.map((some) => {
    const plans = new WeightedSet<Plan>()
    for (const one of some) plans.put(one, one.weight)
    return { plans }
  })
}

const obstacleOf = ({ obstacle }: Plan) => obstacle
/** By which the first that is drawn is shown. */
const evenly = () => 1

test('every reason for no fill is the obstacle that came furthest', () => {
  const [paused, capped, broke] = [plan(1, 'no_plan'), plan(1, 'device_cap'), plan(1, 'budget')]
  const reasonOf = (...plans: Plan[]) => draw(grouped(plans), Math.random, obstacleOf, evenly)
  expect(draw(grouped(), Math.random, obstacleOf, evenly)).toBe('no_plan')
  expect(reasonOf(paused)).toBe('no_plan')
  expect(reasonOf(capped, paused)).toBe('device_cap')
  expect(reasonOf(broke, paused, capped)).toBe('budget')
  const open = plan(1)
  expect(draw(grouped([broke, capped], [paused, open]), Math.random, obstacleOf, evenly)).toBe(open)
})

test('plans are drawn in proportion to their weights, of whatever group, and none is left out', () => {
  const plans = [plan(1), plan(3), plan(6)] as const
  const drawn = new Map<Plan, number>()
  for (let mark = 0; mark < 1_000; mark += 1) {
    const one = draw(
      grouped([plans[0], plans[2]], [plans[1]]),
      () => (mark + 0.5) / 1_000,
      obstacleOf,
      evenly,
    )
    if (typeof one === 'string') throw new Error(one)
    drawn.set(one, (drawn.get(one) ?? 0) + 1)
  }
  expect(plans.map((one) => drawn.get(one))).toEqual([100, 300, 600])
})

test('those that can be shown keep their proportion, however many between them can not [proof 852]', () => {
  // A known sequence: the same in every run.
  let state = 1
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const [light, heavy] = [plan(1), plan(3)]
  for (const [hidden, rounds] of [
    [4, 20_000],
    [400, 20_000],
  ] as const) {
    const obstacles = Array.from({ length: hidden }, () => plan(2, 'device_cap'))
    const groups = grouped([light, ...obstacles], [heavy])
    let times = 0
    for (let round = 0; round < rounds; round += 1)
      if (draw(groups, random, obstacleOf, evenly) === heavy) times += 1
    expect(times / rounds).toBeGreaterThan(0.735)
    expect(times / rounds).toBeLessThan(0.765)
  }
})

test('whatever the weights, obstacles and the draw, somebody who can be shown is drawn', () => {
  const some = fc.array(fc.tuple(fc.integer({ min: 1, max: 2 ** 36 }), fc.boolean()), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(some, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (weights, random) => {
      const plans = weights.map(([weight, is_capped]) => plan(weight, is_capped ? 'device_cap' : null))
      const drawn = draw(grouped(plans), () => random, obstacleOf, evenly)
      if (plans.every(({ obstacle }) => obstacle !== null)) expect(drawn).toBe('device_cap')
      else expect(drawn).toMatchObject({ obstacle: null })
    }),
  )
})

test('what is not known of a visitor matches no list', () => {
  const unknown: Visit = { ...VISIT, country: null, language: null }
  expect(isTargeted(EVERYBODY, unknown)).toBe(true)
  expect(isTargeted({ ...EVERYBODY, countries: ['DE'] }, unknown)).toBe(false)
  expect(isTargeted({ ...EVERYBODY, languages: ['de'] }, unknown)).toBe(false)
  expect(isTargeted({ ...EVERYBODY, countries: ['DE'], devices: ['phone'] }, VISIT)).toBe(true)
})

test('a plan behind its course weighs more than one ahead, and a better converting one more than a worse', () => {
  const input = {
    payout_micros: 2_000_000n,
    impressions: 10_000n,
    conversions: 10n,
    placed_micros: 100_000_000n,
    spent_micros: 50_000_000n,
    starts_at_ms: 0,
    ends_at_ms: 1_000,
    now_ms: 500,
  }
  const even = weightOf(input)
  expect(weightOf({ ...input, spent_micros: 10_000_000n })).toBeGreaterThan(even)
  expect(weightOf({ ...input, spent_micros: 90_000_000n })).toBeLessThan(even)
  expect(weightOf({ ...input, conversions: 20n })).toBeGreaterThan(even)
  expect(weightOf({ ...input, impressions: 0n, conversions: 0n })).toBeGreaterThan(0)
})

test('headers tell device, system and language', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
  const pixel =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
  const tablet = 'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
  expect(readAgent(iphone)).toEqual({ device: 'phone', operating_system: 'ios' })
  expect(readAgent(pixel)).toEqual({ device: 'phone', operating_system: 'android' })
  expect(readAgent(tablet)).toEqual({ device: 'tablet', operating_system: 'android' })
  expect(readAgent(windows)).toEqual({ device: 'desktop', operating_system: 'windows' })
  expect(readLanguage('de-DE,de;q=0.9,en;q=0.8')).toBe('de')
  expect(readLanguage('*')).toBe(null)
  expect(readLanguage(undefined)).toBe(null)
})
