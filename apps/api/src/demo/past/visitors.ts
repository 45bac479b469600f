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
const AT_ONCE = 64

/**
 * A day's visitors, over HTTP as the traffic driver's. They look as long as it takes without taking that time: ten weeks
 * would last as long.
 */
export async function visitPages({ pages, conversions_permille }: Visited, day: number): Promise<void> {
  const visits = pages.flatMap(({ url, visits }) =>
    Array.from({ length: visits }, (_, number) => ({ url, name: `${day} ${url} ${number}` })),
  )
  const kept = new Set<string>()
  const visitor = async () => {
    for (let visit = visits.pop(); visit; visit = visits.pop()) {
      const device = Math.floor(chanceOf(`device ${visit.name}`) * DEVICES)
      const browser = pretendBrowser(device, AbortSignal.timeout(60_000), kept)
      await visitOnce(browser, visit, conversions_permille)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
}

async function visitOnce(
  browser: Browser,
  { url, name }: { url: string; name: string },
  conversions_permille: Visited['conversions_permille'],
): Promise<void> {
  const page = await browser.open(url)
  for (const tag of browser.tagsOf(page.html, page.url)) {
    const shown = await browser.show(tag)
    if (!shown) continue
    await shown.report('impression')
    if (!happens(`view ${name} ${tag.placement}`, VIEWED_PERMILLE)) continue
    await shown.report('viewable')
    if (!happens(`click ${name} ${tag.placement}`, CLICKED_PERMILLE)) continue
    await follow(browser, shown, `${name} ${tag.placement}`, conversions_permille)
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

/** Of no visitor else. */
const CLICKING_DEVICE = DEVICES + 1
const CLICKING_VISITS = 12
const FORMS_SENT = 2

/**
 * One device clicks whatever it is shown, more often in a minute than the published rule lets pass, and sends forms too: what
 * that cost and earned is taken back.
 */
export async function clickAndClick(url: string): Promise<void> {
  const browser = pretendBrowser(CLICKING_DEVICE, AbortSignal.timeout(60_000))
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
