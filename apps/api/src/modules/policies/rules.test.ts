import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIGURES } from './figures.ts'
import { parseSetting } from './parse-setting.ts'
import { presentPolicies } from './presenter.ts'
import {
  changeRefusal,
  defaultValues,
  FIGURE_NAMES,
  figureOutOfBounds,
  inForce,
  NOTICE_MS,
  type StoredVersion,
  toPolicy,
  worsenedFigures,
} from './rules.ts'

const first: StoredVersion = { version: 1, effective_from: new Date(0), values: defaultValues() }
const now = new Date(10_000)
const in_time = (ms: number) => new Date(now.getTime() + ms)

describe('the table', () => {
  test('has defaults inside its bounds, each in the type of its unit', () => {
    expect(figureOutOfBounds(defaultValues())).toBeNull()
    for (const name of FIGURE_NAMES) {
      expect(name).toMatch(/_(micros|percent|ms|count)$/)
      const { default: value, minimum, maximum } = FIGURES[name]
      const type = /_(micros|percent)$/.test(name) ? 'bigint' : 'number'
      expect([typeof value, typeof minimum, typeof maximum]).toEqual([type, type, type])
    }
  })

  test('says what PRODUCT says', () => {
    expect(toPolicy(first)).toMatchObject({
      version: 1,
      platform_fee_percent: 20n,
      vip_fee_percent: 15n,
      publisher_hold_ms: 60 * 86_400_000,
      conversion_window_ms: 7 * 86_400_000,
      plan_amount_min_micros: 10_000_000n,
      plan_amount_max_micros: 5_000_000_000n,
      withdrawal_send_limit_ms: 72 * 3_600_000,
      conversion_cap_percent: 200n,
    })
  })

  test('gives an older version the defaults of figures that came later', () => {
    const { platform_fee_percent: _left_out, ...values } = defaultValues()
    expect(toPolicy({ ...first, values }).platform_fee_percent).toBe(20n)
  })
})

test('every figure is refused one step past either bound', () => {
  for (const name of FIGURE_NAMES) {
    const { minimum, maximum } = FIGURES[name]
    for (const value of [BigInt(minimum) - 1n, BigInt(maximum) + 1n]) {
      const change = { changes: { [name]: value.toString() }, effective_from: null }
      expect(changeRefusal(first, change, now)).toEqual({ reason: 'policy_out_of_bounds', field: name })
    }
  }
})

test('figures that belong together stay in order', () => {
  expect(figureOutOfBounds({ ...defaultValues(), vip_fee_percent: '21' })).toBe('vip_fee_percent')
  expect(figureOutOfBounds({ ...defaultValues(), level_2_spend_micros: '400000000' })).toBe(
    'level_1_spend_micros',
  )
})

describe('notice', () => {
  const refusal = (changes: Record<string, string>, effective_from: Date | null) =>
    changeRefusal(first, { changes, effective_from }, now)?.reason ?? null

  test.each([
    ['a higher fee', { platform_fee_percent: '21' }, true],
    ['a lower fee', { platform_fee_percent: '18' }, false],
    ['a smaller largest plan', { plan_amount_max_micros: '4000000000' }, true],
    ['a longer conversion window', { conversion_window_ms: '691200000' }, true],
    ['a shorter conversion window', { conversion_window_ms: '518400000' }, true],
    ['shorter sessions', { session_idle_ms: '3600000' }, false],
    ['a lower fee and a smaller coupon', { platform_fee_percent: '18', newcomer_coupon_percent: '9' }, true],
  ])('%s', (_name, changes, needs_notice) => {
    expect(refusal(changes, in_time(NOTICE_MS - 1))).toBe(needs_notice ? 'policy_notice_too_short' : null)
    expect(refusal(changes, in_time(NOTICE_MS))).toBeNull()
    expect(refusal(changes, null)).toBeNull()
  })

  test('nothing changes backwards, too far ahead, to what it is, or past a change that waits', () => {
    expect(refusal({ platform_fee_percent: '18' }, in_time(-1))).toBe('field_invalid')
    expect(refusal({ platform_fee_percent: '18' }, in_time(91 * 86_400_000))).toBe('field_invalid')
    expect(refusal({ platform_fee_percent: '20' }, null)).toBe('state_conflict')
    const waiting = { ...first, effective_from: in_time(1) }
    const change = { changes: { platform_fee_percent: '18' }, effective_from: null }
    expect(changeRefusal(waiting, change, now)?.reason).toBe('state_conflict')
  })

  test('any change that is nobody’s disadvantage is one the other way round, or concerns neither', () => {
    const moves = fc.constantFrom(...FIGURE_NAMES).chain((name) =>
      fc.record({
        name: fc.constant(name),
        to: fc.bigInt({ min: BigInt(FIGURES[name].minimum), max: BigInt(FIGURES[name].maximum) }),
      }),
    )
    fc.assert(
      fc.property(moves, ({ name, to }) => {
        const [before, after] = [defaultValues(), { ...defaultValues(), [name]: to.toString() }]
        if (before[name] === after[name]) return
        const there = worsenedFigures(before, after).length
        const back = worsenedFigures(after, before).length
        const { disadvantage } = FIGURES[name]
        expect(there + back).toBe(disadvantage === 'any' ? 2 : disadvantage === 'none' ? 0 : 1)
      }),
    )
  })
})

test('in force is the newest version that has taken effect', () => {
  const versions = [first, { ...first, version: 2, effective_from: in_time(5) }]
  expect(inForce(versions, now).version).toBe(1)
  expect(inForce(versions, in_time(5)).version).toBe(2)
  expect(() => inForce(versions, new Date(-1))).toThrow(RangeError)
})

describe('settings by hand', () => {
  test.each([
    ['plan_amount_max=4000.00', ['plan_amount_max_micros', '4000000000']],
    ['plan_amount_max_micros=4000', ['plan_amount_max_micros', '4000000000']],
    ['conversion_window_ms=5d', ['conversion_window_ms', '432000000']],
    ['conversion_window_ms=432000000', ['conversion_window_ms', '432000000']],
    ['platform_fee_percent=18', ['platform_fee_percent', '18']],
  ])('%s', (setting, stored) => expect(parseSetting(setting)).toEqual(stored))

  test.each([
    ['fee=18', 'field_unknown'],
    ['constructor=18', 'field_unknown'],
    ['platform_fee_percent=18.5', 'field_invalid'],
    ['platform_fee_percent=-1', 'field_invalid'],
    ['platform_fee_percent=', 'field_invalid'],
    ['platform_fee_percent', 'field_invalid'],
    ['plan_amount_max=1e3', 'field_invalid'],
  ])('%s is refused', (setting, reason) => {
    expect(() => parseSetting(setting)).toThrow(expect.objectContaining({ reason }))
  })
})

test('what is shown has amounts in major units and what is announced beside what is in force', () => {
  const next = toPolicy({
    version: 2,
    effective_from: in_time(5),
    values: { ...first.values, vip_price_micros: '5000000' },
  })
  const shown = presentPolicies(toPolicy(first), [next])
  expect(shown.figures).toContainEqual({
    name: 'plan_amount_min',
    unit: 'amount',
    value: '10.00',
    minimum: '1.00',
    maximum: '100.00',
  })
  expect(shown.announced).toEqual([
    { version: 2, effective_from: in_time(5).toISOString(), figures: [{ name: 'vip_price', value: '5.00' }] },
  ])
})
