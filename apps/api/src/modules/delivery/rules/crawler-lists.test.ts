import crawlers from 'crawler-user-agents'
import { expect, test } from 'vitest'
import { REAL_BROWSERS } from '../testing/real-browsers.ts'
import { isCrawler, newestLists } from './crawler-lists.ts'

/** Instances that neither list's patterns have, with the reason. At most ten. */
const LET_THROUGH: Readonly<Record<string, string>> = {}

const LISTS = newestLists('known_crawler')
const INSTANCES = crawlers.flatMap(({ instances = [] }) => instances)

test('every listed instance of a crawler is one, but for a few with a reason [proof 910]', () => {
  expect(INSTANCES.length).toBeGreaterThan(2_000)
  const missed = INSTANCES.filter((user_agent) => !isCrawler(user_agent, LISTS))
  expect(missed.toSorted()).toEqual(Object.keys(LET_THROUGH).toSorted())
  expect(missed.length).toBeLessThanOrEqual(10)
})

test('control: one list alone misses some of them', () => {
  const { isbot } = LISTS
  if (!isbot) throw new Error('there is no list isbot')
  expect(INSTANCES.filter((user_agent) => !isCrawler(user_agent, { isbot })).length).toBeGreaterThan(0)
  expect(INSTANCES.every((user_agent) => !isCrawler(user_agent, {}) || user_agent.trim() === '')).toBe(true)
})

test('two hundred browsers of people are none, apps that show pages among them [proof 911]', () => {
  expect(new Set(REAL_BROWSERS).size).toBeGreaterThanOrEqual(200)
  expect(REAL_BROWSERS.filter((user_agent) => isCrawler(user_agent, LISTS))).toEqual([])
  const added = REAL_BROWSERS.map((user_agent) => `${user_agent} (compatible; Googlebot/2.1)`)
  expect(added.filter((user_agent) => !isCrawler(user_agent, LISTS))).toEqual([])
})

test('no user agent is a crawler’s', () => {
  expect([isCrawler('', LISTS), isCrawler('   ', LISTS)]).toEqual([true, true])
})

test('one longer than any browser’s is a crawler before a pattern is asked, which would take long for it [proof 972]', () => {
  expect(isCrawler('a'.repeat(1_024), {})).toBe(true)
  expect(isCrawler('a'.repeat(1_023), {}), 'control').toBe(false)
})
