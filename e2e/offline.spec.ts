import { expect, type Page, test, type Worker } from '@playwright/test'
import { sharedQuietDemo as demo } from './support/quiet-demo.ts'
import { figure, signIn } from './support/screens/app-screens.ts'
import { screensOf } from './support/screens/screens.ts'

/** Files for later are cached some time after the first page's start. */
const KEPT_TIMEOUT_MS = 40_000
/** All files load two at a time. */
const ALL_KEPT_TIMEOUT_MS = 180_000
/** The delay in `apps/web/src/lib/device/when-idle.ts`. */
const WAITS_FOR_IDLE_MS = 8_000
/** A page with its code but without answers renders within this. */
const STILL_WAITS_MS = 8_000
/** Requests that fail for another reason, or for none that can be helped. */
const OTHER_REASONS =
  /Request failed|System error|Server error|Something went wrong|incorrect|The demo is catching up|undefined|Error:/
const BANNER = /^You’re offline\. Last updated/

/** Pages, their first readings as in `app/routes.ts`, and a text that shows them. */
const BEGINNINGS = [
  ['/wallet', ['/user/property', '/transaction_flow/list'], 'Total assets'],
  ['/ad-center', ['/ad/order/data_statistics/list'], 'To be consumed'],
  ['/plan', ['/plan/product/list'], /per conversion|a conversion|each/],
] as const

/** Pages that no main task needs, so that a first visit does not cache them, and a text that shows them. */
const LEFT_WITHOUT = [
  ['/verify', 'Receipt, or a log fingerprint you saved'],
  ['/customer', 'Credit score'],
] as const

test('an app that was opened before opens without a connection: the shell, the last answers with their time', async ({
  page,
  context,
}) => {
  await openWallet(page)
  await untilKept(page)
  await context.setOffline(true)
  // Read only once offline: before that the demo's visits may still change it.
  const total = await figure(page, 'Total assets').textContent()
  const sayConnected = await withoutConnection(page)
  await page.reload()
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(figure(page, 'Total assets')).toHaveText(total ?? '')
  await page.goto(`${demo().url}/#/notification`)
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await context.setOffline(false)
  await sayConnected()
  await expect(page.getByText(BANNER)).toHaveCount(0)
})

test('a first visit is loaded again without a connection, long before all is kept [proof 550]', async ({
  page,
  context,
}) => {
  await neverIdle(page)
  await openWallet(page)
  await untilFirstKept(page)
  await context.setOffline(true)
  await withoutConnection(page)
  await page.reload()
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible()
})

test('a first visit keeps what opens on the pages of the main tasks [proof 551]', async ({
  page,
  context,
}) => {
  await neverIdle(page)
  await openWallet(page)
  await page.goto(`${demo().url}/#/plan`)
  await page
    .getByRole('link', { name: /^Tidepool/ })
    .first()
    .click()
  const place = page.getByRole('button', { name: 'Place a plan' })
  await expect(place).toBeVisible()
  await untilFirstKept(page)
  await context.setOffline(true)
  await place.click()
  await expect(page.getByRole('textbox', { name: 'Investment amount' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Wallet' }).click()
  await figure(page, 'Total assets').click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('no page waits for ever without a connection, nor gives another reason [proof 663]', async ({
  page,
  context,
}) => {
  const screens = await screensOf(demo().url, demo().demo)
  const faults: string[] = []
  for (const viewer of ['visitor', 'first'] as const) {
    if (viewer === 'first') await openWallet(page)
    else await page.goto(`${demo().url}/#/login`)
    await untilAllKept(page)
    await context.setOffline(true)
    for (const { address, name } of screens.filter((each) => each.viewer === viewer)) {
      await page.goto(`${demo().url}/#${address}`)
      await expect(page.locator(`main[data-page="${name}"]`)).toBeVisible()
      // A busy machine renders late; what is still busy after this will stay so.
      const waiting = page.locator('main :is(.skeleton-pulse, [aria-busy="true"])')
      await expect(waiting, `what waits on ${address}`)
        .toHaveCount(0, { timeout: STILL_WAITS_MS })
        .catch(() => faults.push(`${address} waits`))
      const said = (await page.locator('#root').textContent()) ?? ''
      if (OTHER_REASONS.test(said)) faults.push(`${address}: ${OTHER_REASONS.exec(said)?.[0]}`)
      if (!/offline/i.test(said)) faults.push(`${address} does not say that there is no connection`)
    }
    await context.setOffline(false)
  }
  expect(faults).toEqual([])
})

test('a page that was opened without a connection, and left, loads once it is opened with one [proof 693]', async ({
  page,
  context,
}) => {
  await neverIdle(page)
  await openWallet(page)
  await untilFirstKept(page)
  const open = async (path: string) => {
    // Navigated within the app, because a load would start anew.
    await page.evaluate((hash) => {
      window.location.hash = hash
    }, path)
    await expect(page.locator(`main[data-page="${path.slice(1)}"]`)).toBeVisible()
  }
  const failed = page.locator('main').getByText(/This will load|Request failed/)
  await context.setOffline(true)
  for (const [path] of LEFT_WITHOUT) {
    await open(path)
    await expect(failed.first()).toBeVisible()
    await open('/wallet')
    await expect(figure(page, 'Total assets')).toBeVisible()
  }
  await context.setOffline(false)
  await expect(page.getByText(BANNER)).toHaveCount(0)
  for (const [path, sign] of LEFT_WITHOUT) {
    await open(path)
    const content = page.locator('main').getByText(sign, { exact: true })
    await expect(content.or(failed).first()).toBeVisible()
    expect(await failed.count(), `what failed on ${path}`).toBe(0)
  }
})

test('control: without what was kept nothing opens', async ({ page, context }) => {
  await openWallet(page)
  await untilKept(page)
  await page.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await context.setOffline(true)
  await expect(page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

test('a phone can install it: a manifest with a name, a start and icons that are there', async ({ page }) => {
  await page.goto(`${demo().url}/#/login`)
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await (await page.request.get(new URL(href ?? '', demo().url).href)).json()
  expect(manifest).toMatchObject({ name: 'Adtally', start_url: '/', display: 'standalone' })
  const sizes: string[] = []
  for (const icon of manifest.icons) {
    const reply = await page.request.get(new URL(icon.src, demo().url).href)
    expect(reply.headers()['content-type']).toBe(icon.type)
    sizes.push(icon.sizes)
  }
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
})

test('what a page begins with is asked for ahead of the program: once, and taken', async ({ page }) => {
  await openWallet(page)
  const asked: string[] = []
  const ended: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('requestfailed', (request) => ended.push(new URL(request.url()).pathname))
  for (const [path, calls, sign] of BEGINNINGS) {
    await page.goto('about:blank')
    asked.length = 0
    ended.length = 0
    await page.goto(`${demo().url}/#${path}`)
    await expect(page.getByText(sign).first()).toBeVisible()
    const left = await page.evaluate(() => window.early_answers?.length)
    expect(left, `early answers that ${path} did not take`).toBe(0)
    for (const call of calls) {
      const times = asked.filter((each) => each.endsWith(call)).length
      // The ad centre polls its figures each second; a cancelled request would be in `ended`.
      if (path !== '/ad-center') expect(times, call).toBe(1)
      expect(ended.filter((each) => each.endsWith(call))).toEqual([])
    }
  }
})

test('a language’s first formats are made beside the page, by a worker that goes', async ({ page }) => {
  const workers: Worker[] = []
  let gone = 0
  page.on('worker', (worker) => {
    workers.push(worker)
    worker.on('close', () => {
      gone += 1
    })
  })
  await page.goto(`${demo().url}/#/login`)
  await expect(page.locator('main[data-page="login"] form')).toBeVisible()
  expect(workers, 'nobody is signed in').toEqual([])
  await openWallet(page)
  await page.reload()
  await expect.poll(() => gone).toBe(1)
  expect(workers.map((worker) => new URL(worker.url()).pathname)).toEqual([
    expect.stringMatching(/^\/assets\/formats-worker-.+\.js$/),
  ])
})

/**
 * Makes the browser report no connection, from the next load on, until the returned function is called. An offline
 * Chromium lets nothing through, but what it reports to a page is reset by a reload.
 */
async function withoutConnection(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => 'is_connected' in window })
    const unlessConnected = (event: Event) => 'is_connected' in window || event.stopImmediatePropagation()
    window.addEventListener('online', unlessConnected, { capture: true })
  })
  return () =>
    page.evaluate(() => {
      Object.assign(window, { is_connected: true })
      window.dispatchEvent(new Event('online'))
    })
}

async function openWallet(page: Page): Promise<void> {
  const [, customer] = demo().demo.customers
  await page.goto(`${demo().url}/#/login`)
  await signIn(page, customer)
  await page.goto(`${demo().url}/#/wallet`)
  await expect(figure(page, 'Total assets')).toBeVisible()
}

/** Prevents everything that waits for an idle page (`lib/device/when-idle.ts`). */
async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript((long_ms) => {
    const own = window.setTimeout.bind(window)
    const unlessLong = (work: () => void, wait_ms = 0) => (wait_ms === long_ms ? 0 : own(work, wait_ms))
    Object.assign(window, { setTimeout: unlessLong })
  }, WAITS_FOR_IDLE_MS)
}

/** Waits until the worker is in charge and has cached its first files. */
async function untilFirstKept(page: Page): Promise<void> {
  const listed = await (await page.request.get(`${demo().url}/service-worker.js`)).text()
  const first = [...listed.matchAll(/\{[^{}]*"first":true[^{}]*\}/g)].map(
    ([entry]) => /"url":"([^"]+)"/.exec(entry)?.[1] ?? '',
  )
  expect(first.length).toBeGreaterThan(0)
  const missing = () =>
    page.evaluate(async (files) => {
      const kept = new Set((await (await caches.open('assets')).keys()).map(({ url }) => url))
      const is_missing = (file: string) => !kept.has(new URL(file, location.origin).href)
      return navigator.serviceWorker.controller === null ? files : files.filter(is_missing)
    }, first)
  await expect.poll(missing, { timeout: KEPT_TIMEOUT_MS }).toEqual([])
}

/** Waits until every page is cached. */
async function untilAllKept(page: Page): Promise<void> {
  const listed = await (await page.request.get(`${demo().url}/service-worker.js`)).text()
  const pages = [...listed.matchAll(/"url":"(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
  expect(pages.length).toBeGreaterThan(0)
  const missing = () =>
    page.evaluate(async (files) => {
      const kept = new Set((await (await caches.open('assets')).keys()).map(({ url }) => url))
      return files.filter((file) => !kept.has(new URL(file, location.origin).href))
    }, pages)
  await expect.poll(missing, { timeout: ALL_KEPT_TIMEOUT_MS }).toEqual([])
}

/** Waits until the worker is in charge and has cached the language's texts and the wallet's answer. */
async function untilKept(page: Page): Promise<void> {
  const kept = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      const languages = await caches.open('languages')
      return {
        is_active: registration?.active?.state === 'activated',
        has_texts: (await languages.keys()).some(({ url }) => url.includes('-notification-')),
        has_answers: (localStorage.getItem('last_answers') ?? '').includes('total_assets'),
      }
    })
  await expect
    .poll(kept, { timeout: KEPT_TIMEOUT_MS })
    .toEqual({ is_active: true, has_texts: true, has_answers: true })
}
