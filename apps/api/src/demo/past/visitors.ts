import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type OpenedPage, pretendBrowser, QUARTERS, type Shown } from '../pretend-browser.ts'
import { chanceOf } from './random.ts'

/** Pages that visitors come by, and conversions per thousand clicks by landing page path. */
export interface Visited {
  /** With the numbers of the day's visits that come now. */
  pages: readonly { url: string; visits: readonly number[] }[]
  conversions_permille: ReadonlyMap<string, number>
}

const DEVICES = 900
const VIEWED_PERMILLE = 740
const CLICKED_PERMILLE = 130
/** Of those who have seen a film up to one quarter, those who see the next. */
const WATCHED_ON_PERMILLE = 830
/** Scripts and pictures already read, shared by all visitors: reading them twice tells the program nothing. */
const kept = new Set<string>()
const VISITS_MS_MAX = 60_000
const AT_ONCE = 24

/** An advertisement that a visitor was shown, and who looks at it. */
interface Seen {
  browser: Browser
  shown: Shown
  name: string
}

/**
 * A day's visitors or some of them, over HTTP like the traffic driver's. The publisher's page is fetched once for all
 * who come together, as if from a cache. All are shown their advertisements first; `lookAt` lets the time pass that it
 * takes to view one, or ten weeks would take ten weeks.
 */
export async function visitPages(
  { pages, conversions_permille }: Visited,
  day: number,
  lookAt: () => Promise<void>,
): Promise<void> {
  const visits = pages.flatMap(({ url, visits }) =>
    visits.map((number) => ({ url, name: `${day} ${url} ${number}` })),
  )
  const reader = pretendBrowser(0, AbortSignal.timeout(VISITS_MS_MAX), kept)
  const opened = new Map<string, OpenedPage>()
  for (const { url, visits } of pages) if (visits.length > 0) opened.set(url, await reader.open(url))
  const seen: Seen[] = []
  await together(visits, async (visit) => {
    const page = opened.get(visit.url)
    if (!page) return
    const device = Math.floor(chanceOf(`device ${visit.name}`) * DEVICES)
    const browser = pretendBrowser(device, AbortSignal.timeout(VISITS_MS_MAX), kept)
    seen.push(...(await comeBy(browser, page, visit.name)))
  })
  await lookAt()
  await together(seen, (one) => viewAndClick(one, conversions_permille))
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
  const reader = pretendBrowser(0, AbortSignal.timeout(VISITS_MS_MAX), kept)
  for (const url of urls) {
    const page = await reader.open(url)
    for (let look = 1; look <= LOOKS_MAX; look += 1) {
      const browser = pretendBrowser(LOOKING_FROM + look, AbortSignal.timeout(VISITS_MS_MAX), kept)
      const coming = await Promise.all(
        browser.tagsOf(page.html, page.url).map((tag) => browser.isComing(tag)),
      )
      if (!coming.includes(true)) break
      await wait(LOOK_AGAIN_MS)
    }
  }
}

/** What a visitor is shown of a page. */
async function comeBy(browser: Browser, page: OpenedPage, name: string): Promise<Seen[]> {
  const seen: Seen[] = []
  // One at a time: all at once would ask for more than a plan's first lease holds.
  for (const tag of browser.tagsOf(page.html, page.url)) {
    const shown = await browser.show(tag)
    if (!shown) continue
    await shown.report('impression')
    seen.push({ browser, shown, name: `${name} ${tag.placement}` })
  }
  return seen
}

async function viewAndClick(
  { browser, shown, name }: Seen,
  conversions_permille: Visited['conversions_permille'],
): Promise<void> {
  if (!happens(`view ${name}`, VIEWED_PERMILLE)) return
  await shown.report('viewable')
  if (shown.is_film) await watch(shown, name)
  if (happens(`click ${name}`, CLICKED_PERMILLE)) await follow(browser, shown, name, conversions_permille)
}

/** Sees a film up to one quarter or another. */
async function watch({ report }: Shown, name: string): Promise<void> {
  for (const quarter of QUARTERS) {
    if (!happens(`${quarter} ${name}`, WATCHED_ON_PERMILLE)) return
    await report(quarter)
  }
}

async function follow(
  browser: Browser,
  { click_url }: Shown,
  name: string,
  conversions_permille: Visited['conversions_permille'],
): Promise<void> {
  const landing = await browser.open(click_url)
  const permille = conversions_permille.get(new URL(landing.url).pathname) ?? 0
  if (landing.status === 200 && happens(`convert ${name}`, permille)) await browser.sendForm(landing)
}

function happens(name: string, permille: number): boolean {
  return chanceOf(name) * 1000 < permille
}

/** Devices that everyday visitors don't use. */
const INTERESTED_FROM = DEVICES + 100
const INTERESTED_VISITS_MAX = 60

/** Visitors click an advertisement with this headline until `count` have; only then do they send its page's form. */
export async function thinkItOver(url: string, headline: string, count: number): Promise<void> {
  const interested: { browser: Browser; landing: OpenedPage }[] = []
  for (let visit = 0; visit < INTERESTED_VISITS_MAX && interested.length < count; visit += 1) {
    const browser = pretendBrowser(INTERESTED_FROM + visit, AbortSignal.timeout(VISITS_MS_MAX), kept)
    const page = await browser.open(url)
    const shown = await firstShown(browser, page, headline)
    if (shown) interested.push({ browser, landing: await browser.open(shown.click_url) })
  }
  for (const { browser, landing } of interested) await browser.sendForm(landing)
}

async function firstShown(browser: Browser, page: OpenedPage, headline: string): Promise<Shown | null> {
  for (const tag of browser.tagsOf(page.html, page.url)) {
    const shown = await browser.show(tag)
    await shown?.report('impression')
    if (shown?.headline === headline) return shown
  }
  return null
}

/** A device that no other visitor uses. */
const CLICKING_DEVICE = DEVICES + 1
const CLICKING_VISITS = 12
const FORMS_SENT = 2

/** One device clicks more often per minute than the published rule allows, and sends forms; all is taken back. */
export async function clickAndClick(url: string): Promise<void> {
  const browser = pretendBrowser(CLICKING_DEVICE, AbortSignal.timeout(VISITS_MS_MAX))
  let landing: OpenedPage | null = null
  for (let visit = 1; visit <= CLICKING_VISITS; visit += 1) {
    const page = await browser.open(url)
    for (const tag of browser.tagsOf(page.html, page.url)) {
      const shown = await browser.show(tag)
      if (!shown) continue
      await shown.report('impression')
      landing = await browser.open(shown.click_url)
    }
    if (landing && visit > CLICKING_VISITS - FORMS_SENT) await browser.sendForm(landing)
  }
}
