import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeviceDays } from './device-days.ts'
import { type Contender, choose, isTargeted, weightOf } from './selection.ts'
import { readAgent, readLanguage, type Visitor } from './visitor.ts'

const EVERYBODY = { countries: [], devices: [], operating_systems: [], languages: [] }
const VISITOR: Visitor = { country: 'DE', device: 'phone', operating_system: 'ios', language: 'de' }

const contender = (members: Partial<Contender> = {}): Contender => ({
  targeting: EVERYBODY,
  weight: 1n,
  isCapped: () => false,
  hasBudget: () => true,
  ...members,
})

test('every reason for no fill is the obstacle that came furthest', () => {
  const elsewhere = contender({ targeting: { ...EVERYBODY, countries: ['FR'] } })
  const capped = contender({ isCapped: () => true })
  const broke = contender({ hasBudget: () => false })
  expect(choose([], VISITOR, 'd', 0)).toBe('no_plan')
  expect(choose([elsewhere], VISITOR, 'd', 0)).toBe('targeting')
  expect(choose([elsewhere, capped], VISITOR, 'd', 0)).toBe('device_cap')
  expect(choose([broke, elsewhere, capped], VISITOR, 'd', 0)).toBe('budget')
  expect(choose([broke, elsewhere, capped, contender()], VISITOR, 'd', 0)).toMatchObject({ weight: 1n })
})

test('plans are shown in proportion to their weights, and none is left out', () => {
  const weights = [1n, 3n, 6n]
  const contenders = weights.map((weight) => contender({ weight }))
  const shown = new Map<Contender, number>()
  for (let mark = 0; mark < 1_000; mark += 1) {
    const chosen = choose(contenders, VISITOR, 'd', (mark + 0.5) / 1_000)
    if (typeof chosen === 'string') throw new Error(chosen)
    shown.set(chosen, (shown.get(chosen) ?? 0) + 1)
  }
  expect(contenders.map((one) => shown.get(one))).toEqual([100, 300, 600])
})

test('whatever the weights and the draw, somebody eligible is chosen', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt(1n, 10n ** 15n), { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (weights, random) => {
        expect(
          typeof choose(
            weights.map((weight) => contender({ weight })),
            VISITOR,
            'd',
            random,
          ),
        ).toBe('object')
      },
    ),
  )
})

test('what is not known of a visitor matches no list', () => {
  const unknown: Visitor = { ...VISITOR, country: null, language: null }
  expect(isTargeted(EVERYBODY, unknown)).toBe(true)
  expect(isTargeted({ ...EVERYBODY, countries: ['DE'] }, unknown)).toBe(false)
  expect(isTargeted({ ...EVERYBODY, languages: ['de'] }, unknown)).toBe(false)
  expect(isTargeted({ ...EVERYBODY, countries: ['DE'], devices: ['phone'] }, VISITOR)).toBe(true)
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
  expect(weightOf({ ...input, impressions: 0n, conversions: 0n })).toBeGreaterThan(0n)
})

test('a device is counted by plan and day', () => {
  const days = new DeviceDays()
  const noon_ms = Date.UTC(2026, 10, 21, 12)
  for (let time = 0; time < 6; time += 1) days.add('plan', 'device', noon_ms)
  expect(days.seen('plan', 'device', noon_ms)).toBe(6)
  expect(days.seen('plan', 'other', noon_ms)).toBe(0)
  expect(days.seen('other', 'device', noon_ms)).toBe(0)
  expect(days.seen('plan', 'device', noon_ms + 11 * 3_600_000)).toBe(6)
  expect(days.seen('plan', 'device', noon_ms + 12 * 3_600_000)).toBe(0)
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
