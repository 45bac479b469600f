import { afterAll, describe, expect, test } from 'vitest'
import { testServices } from '../../../testing/servers/test-services.ts'
import { type ArrivalEvidence, judgeArrival } from './judge-arrival.ts'
import { readRules } from './rules.repository.ts'
import { rulesAt } from './traffic-rules.ts'

const t = await testServices()
afterAll(() => t.close())
const RULES = rulesAt(await t.system(readRules), t.services.clock.now())

const PERSON: ArrivalEvidence = {
  kind: 'impression',
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  address: '192.0.2.7',
  is_film: false,
  since_decision_ms: 400,
}

/** The rule that an event breaks which is a person's but for these members. */
const brokenBy = (members: Partial<ArrivalEvidence>, rules = RULES) =>
  judgeArrival({ ...PERSON, ...members }, rules)?.rule ?? null

describe('one event alone', () => {
  test.each<[string, Partial<ArrivalEvidence>, string | null]>([
    ['a person’s', {}, null],
    ['a crawler’s', { user_agent: 'curl/8.5.0' }, 'known_crawler'],
    ['of a steered browser', { is_automated: true }, 'automation'],
    ['of a browser that is not', { is_automated: false }, null],
    ['out of a data centre', { asn: 24_940 }, 'data_centre'],
    ['out of a network where people live', { asn: 3_320 }, null],
    ['out of a network that nobody tells', { asn: null }, null],
    ['prefetched', { purpose: 'prefetch' }, 'prefetch'],
    ['prerendered by its header', { purpose: 'prefetch;prerender' }, 'prefetch'],
    ['prerendered by the tag', { is_prerendered: true }, 'prefetch'],
    ['for another purpose', { purpose: 'navigate', is_prerendered: false }, null],
    ['on another’s page', { is_other_page: true }, 'foreign_page'],
    ['on its decision’s', { is_other_page: false }, null],
    ['on a page that nobody tells', { is_other_page: undefined }, null],
    ['from another address, which a phone changes to', { is_other_address: true }, null],
    ['from another agent', { is_other_agent: true }, 'changed_visitor'],
    ['from the same', { is_other_address: false, is_other_agent: false }, null],
  ])('%s [proof 912]', (_name, members, rule) => {
    expect(brokenBy(members)).toBe(rule)
  })

  test('names the version in force', () => {
    const later = { ...RULES, prefetch: { ...RULES.prefetch, version: 7 } }
    expect(judgeArrival({ ...PERSON, purpose: 'prefetch' }, later)).toEqual({ rule: 'prefetch', version: 7 })
  })

  test('a list that the version does not name judges nobody', () => {
    const others = { ...RULES, data_centre: { ...RULES.data_centre, lists: {} } }
    expect(brokenBy({ asn: 24_940 }, others)).toBeNull()
  })

  test('parameters of the version decide whether another address counts', () => {
    const parameters = { by_address: true, by_agent: false }
    const other = { ...RULES, changed_visitor: { ...RULES.changed_visitor, parameters } }
    expect(brokenBy({ is_other_address: true }, other)).toBe('changed_visitor')
    expect(brokenBy({ is_other_agent: true }, other)).toBeNull()
  })
})

describe('sooner than possible', () => {
  test.each<[string, Partial<ArrivalEvidence>, string | null]>([
    ['a viewable at once', { kind: 'viewable', since_decision_ms: 0 }, 'impossible_times'],
    ['a viewable just too soon', { kind: 'viewable', since_decision_ms: 899 }, 'impossible_times'],
    ['a viewable after a second', { kind: 'viewable', since_decision_ms: 1_000 }, null],
    [
      'a film’s viewable after a second',
      { kind: 'viewable', is_film: true, since_decision_ms: 1_000 },
      'impossible_times',
    ],
    ['a film’s viewable after two', { kind: 'viewable', is_film: true, since_decision_ms: 2_000 }, null],
    ['an impression at once', { since_decision_ms: 0 }, null],
    ['a viewable of a clock set back', { kind: 'viewable', since_decision_ms: -5_000 }, null],
    [
      'half of a long film',
      { kind: 'video_50', film_ms: 20_000, since_decision_ms: 4_000 },
      'impossible_times',
    ],
    [
      'half of it, played twice as fast',
      { kind: 'video_50', film_ms: 20_000, since_decision_ms: 5_000 },
      null,
    ],
    ['half of a film whose length nobody tells', { kind: 'video_50', since_decision_ms: 1 }, null],
  ])('%s [proof 913]', (_name, members, rule) => {
    expect(brokenBy(members)).toBe(rule)
  })
})
