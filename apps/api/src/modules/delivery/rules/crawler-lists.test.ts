import crawlers from 'crawler-user-agents'
import { expect, test } from 'vitest'
import { REAL_BROWSERS } from '../testing/real-browsers.ts'
import { isCrawler } from './crawler-lists.ts'
import { newestLists } from './held-lists.ts'

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

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

test.each([
  ['a name behind “compatible”', `${BROWSER} (compatible; Kelpreader/3.1)`],
  ['a product token by its trade', `${BROWSER} KelpFetcher/3.1`],
])('a crawler that no list knows tells by its form that it is one: %s [proof 1069]', (_form, user_agent) => {
  const { forms, ...named } = LISTS
  if (!forms) throw new Error('there is no list of forms')
  expect(isCrawler(user_agent, { forms })).toBe(true)
  expect(isCrawler(user_agent, named), 'control').toBe(false)
  expect(isCrawler(BROWSER, { forms }), 'control').toBe(false)
})

test('nor is an address about itself any browser’s, which a list knows as well', () => {
  const { forms } = LISTS
  expect(forms && isCrawler(`${BROWSER} Kelpreader (+https://kelp.example/about)`, { forms })).toBe(true)
})

test('browsers that called themselves compatible, and telephones by Cubot, are none', () => {
  const { forms } = LISTS
  if (!forms) throw new Error('there is no list of forms')
  const people = [
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)',
    'Mozilla/5.0 (compatible; Konqueror/4.5; Linux) KHTML/4.5.4 (like Gecko)',
    'Mozilla/5.0 (Linux; Android 13; CUBOT P80 Build/TP1A; wv) AppleWebKit/537.36 CUBOT/1.2 Mobile Safari/537.36',
  ]
  expect(people.filter((user_agent) => isCrawler(user_agent, { forms }))).toEqual([])
})

test('no user agent is a crawler’s', () => {
  expect([isCrawler('', LISTS), isCrawler('   ', LISTS)]).toEqual([true, true])
})

test('one longer than any browser’s is a crawler before a pattern is asked, which would take long for it [proof 972]', () => {
  expect(isCrawler('a'.repeat(1_024), {})).toBe(true)
  expect(isCrawler('a'.repeat(1_023), {}), 'control').toBe(false)
})
