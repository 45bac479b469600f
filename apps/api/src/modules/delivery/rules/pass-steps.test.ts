import { afterAll, describe, expect, test } from 'vitest'
import { testServices } from '../../../testing/servers/test-services.ts'
import { nextStretch, windowsEnding } from './pass-steps.ts'
import { readRules } from './rules.repository.ts'
import type { StoredRule } from './traffic-rules.ts'

const t = await testServices()
afterAll(() => t.close())
const FIRST = await t.system(readRules)

const at = (time: string) => new Date(`2026-05-04T${time}Z`)
/** The stretch as times of the day. */
const step = (versions: readonly StoredRule[], passed: string, next: string | null, until: string) => {
  const state = { passed_until: at(passed), next: next === null ? null : at(next), until: at(until) }
  const stretch = nextStretch(versions, state)
  return [stretch.from, stretch.until].map((time) => time.toISOString().slice(11, 16))
}
/** The first versions, and a second one of a rule from a time on. */
function withSecond(rule: string, from: string): StoredRule[] {
  const first = FIRST.find((stored) => stored.rule === rule)
  if (!first) throw new Error(`there is no rule ${rule}`)
  return [...FIRST, { ...first, version: 2, in_force_from: at(from) }]
}

describe('the pass goes on by stretches', () => {
  test.each([
    ['a busy hour, up to its end', '08:00:00', '08:00:10', '12:00:00', ['08:00', '09:00']],
    ['from within an hour, up to its end', '08:20:00', '08:20:10', '12:00:00', ['08:20', '09:00']],
    ['up to what may be judged', '08:20:00', '08:20:10', '08:31:00', ['08:20', '08:31']],
    ['over empty time', '08:00:00', '11:25:10', '12:00:00', ['11:25', '12:00']],
    [
      'to the end of a window that has events, and no further',
      '08:20:00',
      '11:25:10',
      '12:00:00',
      ['08:20', '09:00'],
    ],
    ['to the end of what may be judged, where nothing is', '08:20:00', null, '08:40:00', ['08:40', '08:40']],
  ])('%s', (_name, passed, next, until, stretch) => {
    expect(step(FIRST, passed, next, until)).toEqual(stretch)
  })

  test('and where a version begins another one does [proof 915]', () => {
    const versions = withSecond('device_velocity', '08:31:00')
    expect(step(versions, '08:20:00', '08:20:10', '12:00:00')).toEqual(['08:20', '08:31'])
    expect(step(versions, '08:31:00', '08:31:10', '12:00:00')).toEqual(['08:31', '09:00'])
    expect(step(FIRST, '08:20:00', '08:20:10', '12:00:00')).toEqual(['08:20', '09:00'])
  })
})

describe('windows that placements are compared over', () => {
  const ending = (versions: readonly StoredRule[], until: string) =>
    windowsEnding(versions, { from: at('00:00:00'), until: at(until) }).map((window) => [
      window.rule,
      window.from.toISOString().slice(11, 16),
    ])

  test('end with their hour or day', () => {
    expect(ending(FIRST, '09:00:00')).toEqual([
      ['visitor_outlier', '08:00'],
      ['click_outlier', '08:00'],
    ])
    expect(ending(FIRST, '09:10:00')).toEqual([])
    const midnight = new Date('2026-05-05T00:00:00Z')
    expect(windowsEnding(FIRST, { from: at('23:00:00'), until: midnight }).map(({ rule }) => rule)).toEqual([
      'visitor_outlier',
      'click_outlier',
      'conversion_outlier',
    ])
  })

  test('and where a new version begins, for what was before it', () => {
    const versions = withSecond('click_outlier', '08:31:00')
    expect(ending(versions, '08:31:00')).toEqual([['click_outlier', '08:00']])
    expect(ending(versions, '09:00:00')).toEqual([
      ['visitor_outlier', '08:00'],
      ['click_outlier', '08:31'],
    ])
  })
})
