import { setTimeout as wait } from 'node:timers/promises'
import { type Population, personsHabits, visitorOf } from '../population/habits.ts'
import { personsDevice } from '../population/identities.ts'
import type { Witness } from '../population/truth.ts'
import { click, comeBy, convert, lookAndClick, type Seen, type VisitOptions } from '../population/visit.ts'
import { type OpenedPage, pretendBrowser } from '../pretend-browser.ts'

/** Pages that visitors come by, and conversions per thousand clicks by landing page path. */
export interface Visited {
  /** With the numbers of the day's visits that come now. */
  pages: readonly { url: string; visits: readonly number[] }[]
  conversions_permille: ReadonlyMap<string, number>
  witness: Witness
}

const DEVICES = 900
const PEOPLE = { viewed_permille: 740, watched_on_permille: 830, clicked_permille: 130 }
const POPULATION: Population = { devices: DEVICES, people: PEOPLE, invalid_permille: 90 }
/** Scripts and pictures already read, shared by all visitors: reading them twice tells the program nothing. */
const kept = new Set<string>()
const VISITS_MS_MAX = 60_000
const AT_ONCE = 24

/**
 * A day's visitors or some of them, over HTTP like the traffic driver's. The publisher's page is fetched once for all
 * who come together, as if from a cache. All are shown their advertisements first; `lookAt` lets the time pass that it
 * takes to view one, or ten weeks would take ten weeks.
 */
export async function visitPages(
  { pages, conversions_permille, witness }: Visited,
  day: number,
  lookAt: () => Promise<void>,
): Promise<void> {
  const visits = pages.flatMap(({ url, visits }) =>
    visits.map((number) => ({ url, name: `${day} ${new URL(url).pathname} ${number}` })),
  )
  const options = visiting(witness, conversions_permille)
  const reader = pretendBrowser(personsDevice(0), options.signal, kept)
  const opened = new Map<string, OpenedPage>()
  for (const { url, visits } of pages) if (visits.length > 0) opened.set(url, await reader.open(url))
  const seen: Seen[] = []
  await together(visits, async ({ url, name }) => {
    const page = opened.get(url)
    if (page) seen.push(...(await comeBy({ habits: visitorOf(POPULATION, name), name }, page, options)))
  })
  await lookAt()
  await together(seen, (one) => lookAndClick(one, options))
}

function visiting(
  witness: Witness,
  conversions_permille: Visited['conversions_permille'] = new Map(),
): VisitOptions {
  return {
    witness,
    signal: AbortSignal.timeout(VISITS_MS_MAX),
    conversionsPermille: (path) => conversions_permille.get(path) ?? 0,
    has_read: kept,
  }
}

/** Does something for each of many, some at once. */
async function together<Item>(items: Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await act(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Devices that no other visitor uses: one of them would soon have been shown each plan as often a day as allowed. */
const LOOKING_FROM = DEVICES + 200
const LOOKS_MAX = 40
const LOOK_AGAIN_MS = 10

/**
 * Somebody looks at the pages until every place on them has the advertisement that there is for it. After some hours without visitors no plan
 * has money at hand there: the first look asks for it, and the few who come next would see nothing.
 */
export async function lookFirst(urls: readonly string[]): Promise<void> {
  const reader = pretendBrowser(personsDevice(0), AbortSignal.timeout(VISITS_MS_MAX), kept)
  for (const url of urls) {
    const page = await reader.open(url)
    for (let look = 1; look <= LOOKS_MAX; look += 1) {
      const browser = pretendBrowser(
        personsDevice(LOOKING_FROM + look),
        AbortSignal.timeout(VISITS_MS_MAX),
        kept,
      )
      const coming = await Promise.all(
        browser.tagsOf(page.html, page.url).map((tag) => browser.isComing(tag)),
      )
      if (!coming.includes(true)) break
      await wait(LOOK_AGAIN_MS)
    }
  }
}

/** Devices that everyday visitors don't use. */
const INTERESTED_FROM = DEVICES + 100
const INTERESTED_VISITS_MAX = 60
/** Of whom a visit is told by hand. */
const ALWAYS = { viewed_permille: 1_000, watched_on_permille: 1_000, clicked_permille: 1_000 }

/** Visitors click an advertisement with this headline until `count` have; only then do they send its page's form. */
export async function thinkItOver(
  url: string,
  headline: string,
  count: number,
  witness: Witness,
): Promise<void> {
  const options = visiting(witness)
  const interested: (() => Promise<void>)[] = []
  for (let visit = 0; visit < INTERESTED_VISITS_MAX && interested.length < count; visit += 1) {
    const habits = personsHabits(INTERESTED_FROM + visit, ALWAYS)
    const page = await pretendBrowser(habits.identity, options.signal, kept).open(url)
    const seen = await comeBy({ habits, name: `interested ${visit}` }, page, options)
    const one = seen.find(({ shown }) => shown.headline === headline)
    if (!one) continue
    const landing = await click(one, options)
    interested.push(() => convert(one, landing, options))
  }
  for (const book of interested) await book()
}

/** A device that no other visitor uses. */
const CLICKING_DEVICE = DEVICES + 1
const CLICKING_VISITS = 12
const FORMS_SENT = 2

/** One device clicks more often per minute than the published rule allows, and sends forms; all is taken back. */
export async function clickAndClick(url: string, witness: Witness): Promise<void> {
  const habits = { ...personsHabits(CLICKING_DEVICE, ALWAYS), actor: 'click_flood' }
  const options = visiting(witness)
  const browser = pretendBrowser(habits.identity, options.signal, kept)
  for (let visit = 1; visit <= CLICKING_VISITS; visit += 1) {
    const visitor = { habits, name: `flood ${visit}` }
    const seen = await comeBy(visitor, await browser.open(url), options)
    for (const [index, one] of seen.entries()) {
      const landing = await click(one, options)
      if (index === seen.length - 1 && visit > CLICKING_VISITS - FORMS_SENT)
        await convert(one, landing, options)
    }
  }
}
