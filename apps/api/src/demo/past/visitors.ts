import { type Browser, type OpenedPage, pretendBrowser, type Shown } from '../pretend-browser.ts'
import { chanceOf } from './random.ts'

/** Where visitors come by, and how many of those who click do what the page asks, per thousand, by its path. */
export interface Visited {
  pages: readonly { url: string; visits: number }[]
  conversions_permille: ReadonlyMap<string, number>
}

const DEVICES = 900
const VIEWED_PERMILLE = 740
const CLICKED_PERMILLE = 130
/** Scripts and pictures that visitors have read: they share them, as a second reading would tell the program nothing. */
const kept = new Set<string>()
const VISITS_MS_MAX = 60_000
const AT_ONCE = 24

/**
 * A day's visitors, over HTTP as the traffic driver's; the publisher's page is read once a day, as from what stands between.
 * They look as long as it takes without taking that time: ten weeks would last as long.
 */
export async function visitPages({ pages, conversions_permille }: Visited, day: number): Promise<void> {
  const visits = pages.flatMap(({ url, visits }) =>
    Array.from({ length: visits }, (_, number) => ({ url, name: `${day} ${url} ${number}` })),
  )
  const reader = pretendBrowser(0, AbortSignal.timeout(VISITS_MS_MAX), kept)
  const opened = new Map<string, OpenedPage>()
  for (const { url } of pages) opened.set(url, await reader.open(url))
  const visitor = async () => {
    for (let visit = visits.pop(); visit; visit = visits.pop()) {
      const page = opened.get(visit.url)
      if (!page) continue
      const device = Math.floor(chanceOf(`device ${visit.name}`) * DEVICES)
      const browser = pretendBrowser(device, AbortSignal.timeout(VISITS_MS_MAX), kept)
      await visitOnce(browser, page, visit.name, conversions_permille)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
}

async function visitOnce(
  browser: Browser,
  page: OpenedPage,
  name: string,
  conversions_permille: Visited['conversions_permille'],
): Promise<void> {
  // One after the other: all at once would ask for more than a plan's first lease holds.
  for (const tag of browser.tagsOf(page.html, page.url)) {
    const shown = await browser.show(tag)
    if (!shown) continue
    await shown.report('impression')
    const seen = `${name} ${tag.placement}`
    if (!happens(`view ${seen}`, VIEWED_PERMILLE)) continue
    await shown.report('viewable')
    if (happens(`click ${seen}`, CLICKED_PERMILLE)) await follow(browser, shown, seen, conversions_permille)
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

/** Other devices than those of everyday visitors. */
const INTERESTED_FROM = DEVICES + 100
const INTERESTED_VISITS_MAX = 60

/**
 * Visitors, each on a device of their own, who are shown an advertisement with this headline and click it, until `count` have; only
 * then, as after thinking it over, do they do what its page asks.
 */
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

/** Of no visitor else. */
const CLICKING_DEVICE = DEVICES + 1
const CLICKING_VISITS = 12
const FORMS_SENT = 2

/**
 * One device clicks whatever it is shown, more often in a minute than the published rule lets pass, and sends forms too: what
 * that cost and earned is taken back.
 */
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
