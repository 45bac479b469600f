import { afterAll, describe, expect, test } from 'vitest'
import { TrafficWorld } from '../../testing/worlds/traffic-world.ts'
import { INVALID_ACTORS, type Population, visitorOf } from './habits.ts'
import type { ActorScore, Score } from './score.ts'

const FOUND_MIN = 0.97
const PEOPLE_LOST_MAX = 0.002

/**
 * Kinds of which the rules find less than the gate asks, with what they miss. Each is a hole that is known; what is not in
 * this list has to be found.
 */
const KNOWN_HOLES: Readonly<Record<string, string>> = {
  early_viewer:
    'one who reports no view of anything, and a view less than 100 ms early, which clocks may differ by',
  tap_farm: 'a device that stays within its limit of a minute, until chance is ruled out for what it clicked',
  click_seller: 'what was not clicked on a page where fewer than half of the impressions were',
}

const world = await TrafficWorld.open()
afterAll(() => world.close())

const foundOf = ({ filtered, claimed }: ActorScore) => filtered / claimed
const kindsBelow = ({ actors }: Score) =>
  actors.filter((score) => score.actor !== 'person' && foundOf(score) < FOUND_MIN).map(({ actor }) => actor)

describe('of held-out kinds of invalid traffic, their parameters drawn by a seed', () => {
  test.each([
    ['one seed', 640, 0.94],
    ['another seed', 120, 0.7],
    ['a seed drawn after the rules were fixed', 300, 0.85],
    ['one more of these', 150, 0.94],
  ])(
    'by %s, the rules find what they are there for, and people lose next to nothing [proof 1050]',
    async (seed, people, recall_min) => {
      const score = await world.live(people, seed)
      if (process.env.SHOW_SCORE !== undefined) console.log(JSON.stringify(score, null, 1))
      expect(score.people_lost).toBeLessThanOrEqual(PEOPLE_LOST_MAX)
      expect(score.recall).toBeGreaterThanOrEqual(recall_min)
      expect(score.precision).toBeGreaterThanOrEqual(0.99)
      expect(kindsBelow(score).filter((actor) => !(actor in KNOWN_HOLES))).toEqual([])
      expect(score.actors.length).toBe(13)
    },
    120_000,
  )

  test('control: with a rule switched off its kind counts [proof 1051]', async () => {
    const { t } = world
    await t.db.asOwner('alter table delivery.rules disable trigger rules_are_final')
    await t.db.asOwner(
      `update delivery.rules set parameters = '{"by_address": false, "by_agent": false}' where rule = 'changed_visitor'`,
    )
    const score = await world.live(20, 'a third seed')
    expect(kindsBelow(score)).toContain('agent_rotator')
  }, 120_000)
})

describe('the population of the demo', () => {
  const population: Population = {
    devices: 900,
    people: { viewed_permille: 740, watched_on_permille: 830, clicked_permille: 130 },
    invalid_permille: 90,
  }
  const visits = Array.from({ length: 3_000 }, (_, number) => visitorOf(population, `visit ${number}`))

  test('is the same at every start, of every kind, and of people for the most part [proof 1052]', () => {
    expect(Array.from({ length: 3_000 }, (_, number) => visitorOf(population, `visit ${number}`))).toEqual(
      visits,
    )
    const actors = visits.map(({ actor }) => actor)
    expect(new Set(actors)).toEqual(new Set(['person', ...INVALID_ACTORS]))
    const invalid = actors.filter((actor) => actor !== 'person').length / actors.length
    expect(invalid).toBeGreaterThan(0.07)
    expect(invalid).toBeLessThan(0.11)
    expect(visitorOf(population, 'visit of another name')).not.toEqual(visits[0])
  })
})
