import type { Page, Request } from '@playwright/test'
import type { Screen } from './screens.ts'

const READY_TIMEOUT_MS = 60_000

/** Pending requests of each page opened by `openScreen`. */
const under_way = new WeakMap<Page, Set<Request>>()

/**
 * Opens a screen and waits until it is complete: the right page and language, no skeleton, no pending request, fonts
 * loaded, visible pictures loaded and documents rendered. Throws if one of these does not come.
 */
export async function openScreen(page: Page, url: string, screen: Screen, language: string): Promise<void> {
  requestsOf(page)
  await page.goto(`${url}/#${screen.address}`)
  await page.locator(`main[data-page="${screen.name}"]`).waitFor({ timeout: READY_TIMEOUT_MS })
  await untilComplete(page, { language, name: screen.name })
}

/** The same of whatever page the address leads to, as to the sign-in. */
export async function openAddress(page: Page, address: string, language: string): Promise<void> {
  requestsOf(page)
  await page.goto(address)
  await untilComplete(page, { language, name: null })
}

interface Wanted {
  language: string
  /** The page's name; null for that of its address. */
  name: string | null
}

async function untilComplete(page: Page, wanted: Wanted): Promise<void> {
  const requests = requestsOf(page)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: READY_TIMEOUT_MS })
  const deadline = performance.now() + READY_TIMEOUT_MS
  for (;;) {
    await page.waitForFunction(isDrawn, wanted, { timeout: READY_TIMEOUT_MS })
    // An answer may bring more skeletons or requests.
    if (requests.size === 0 && (await page.evaluate(isDrawn, wanted))) return
    const [first] = requests
    if (performance.now() > deadline) throw new Error(`still asks for ${first?.url() ?? 'more'}`)
    await first?.response().catch(() => null)
  }
}

/** Runs in the browser. */
function isDrawn({ language, name }: Wanted): boolean {
  const { documentElement, fonts, images } = document
  const here = location.hash.replace(/^#\/|\?.*$/g, '').replaceAll('/', '-')
  const main = document.querySelector('main')
  const pictures = [...images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight
  })
  const skeletons = [...document.querySelectorAll('[aria-busy="true"], .skeleton-pulse')]
  return (
    documentElement.lang === language &&
    // An error page has no such element; one that is being left is inert.
    main?.dataset.page === (name ?? (here === 'no-such-page' ? '*' : here)) &&
    !main.inert &&
    // A long list ends in a skeleton until it is scrolled to; a near one has a pending request.
    skeletons.every((each) => each.closest('[data-part="next-page"]') !== null) &&
    document.querySelector('canvas[data-drawn="false"]') === null &&
    fonts.status === 'loaded' &&
    pictures.every((image) => image.complete)
  )
}

function requestsOf(page: Page): Set<Request> {
  const known = under_way.get(page)
  if (known) return known
  const requests = new Set<Request>()
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  under_way.set(page, requests)
  return requests
}
