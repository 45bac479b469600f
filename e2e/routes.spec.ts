import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { endOtherSessions } from './support/faults.ts'
import { entryAddress } from './support/offices/entry-ticket.ts'
import { sharedQuietDemo as demo } from './support/quiet-demo.ts'
import { signIn } from './support/screens/app-screens.ts'
import { QuietPages } from './support/screens/quiet-pages.ts'
import { clientOf, firstOf, signInByApi } from './support/sign-in.ts'
import { type HeaderPart, nameOf, partsOf, SPEC_ROUTES, type SpecRoute } from './support/spec-routes.ts'
import { test } from './support/test.ts'

const LANGUAGES = ['en', 'zh-Hans'] as const
const CATALOGUES = new URL('../packages/i18n/src/catalogues/', import.meta.url)

let signed_in: Awaited<ReturnType<BrowserContext['storageState']>>
let addresses: Map<SpecRoute, string>

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${demo().url}/#/login`)
  await signIn(page, customer())
  await expect.poll(() => page.evaluate(() => localStorage.getItem('fb_userInfo'))).toContain('register')
  signed_in = await context.storageState()
  await context.close()
  addresses = await addressesOfAll()
})

const customer = () => demo().demo.customers[0]

/** Every route's address, with the ids it needs if the API has any yet. */
async function addressesOfAll(): Promise<Map<SpecRoute, string>> {
  const token = await signInByApi(demo().url, customer())
  const found = new Map<SpecRoute, string>()
  for (const route of SPEC_ROUTES) {
    const { path, needs } = route
    const value = needs && (await firstOf(demo().url, token, needs.list, needs.member).catch(() => null))
    found.set(route, value ? `${path}?${needs.parameter}=${value}` : path)
  }
  return found
}

function titleIn(language: (typeof LANGUAGES)[number], key: string): string {
  const file = new URL(`${language}/app/titles.json`, CATALOGUES)
  let text: unknown = JSON.parse(readFileSync(file, 'utf8'))
  for (const part of key.split('.')) text = Object(text)[part]
  return z.string().parse(text)
}

/** Runs `look` on every route, each on a new page unless one is given; returns the faults with the route's path. */
async function ofEveryRoute(
  context: BrowserContext,
  routes: readonly SpecRoute[],
  look: (page: Page, route: SpecRoute, address: string) => Promise<void>,
  kept_page?: Page,
): Promise<string[]> {
  const wrong: string[] = []
  for (const route of routes) {
    const page = kept_page ?? (await context.newPage())
    try {
      await look(page, route, addresses.get(route) ?? route.path)
    } catch (error) {
      wrong.push(`${route.path}: ${error instanceof Error ? error.message : error}`)
    } finally {
      if (!kept_page) await page.close()
    }
  }
  return wrong
}

const asCustomer = (browser: Browser) => browser.newContext({ storageState: signed_in })

async function openPage(page: Page, route: SpecRoute, address: string): Promise<void> {
  await page.goto(`${demo().url}/#${address}`)
  await page.locator(`main[data-page="${nameOf(route)}"]`).waitFor()
}

/** The header's parts and look. */
async function headerOf(page: Page) {
  return await page.evaluate(() => {
    const parts = [...document.querySelectorAll('header [data-part]')]
    const names = parts.map((part) => part.getAttribute('data-part'))
    const shown = names.filter((name) =>
      ['back', 'service', 'language', 'bell', 'logout', 'title'].includes(name ?? ''),
    )
    const bar = document.querySelector('header [data-part="service"]')?.parentElement ?? document.body
    const { backgroundColor, color } = getComputedStyle(bar)
    const is_transparent = /, 0\)$|\/ 0\)$/.test(backgroundColor)
    const is_white = color === 'rgb(255, 255, 255)'
    const header = is_transparent ? (is_white ? 'transparent with white text' : 'transparent') : 'plain'
    return { parts: shown, header }
  })
}

/** Routes that lead signed-in customers away at once. */
const leadsAway = ({ path }: SpecRoute) => ['/login', '/register', '/entry'].includes(path)

/** Checks the header's parts and look, and page and document titles in each language, opening each route once. */
async function wrongOnOpening(
  context: BrowserContext,
  routes: readonly SpecRoute[],
  absent: readonly HeaderPart[],
): Promise<string[]> {
  const quiet = new QuietPages()
  await quiet.watch(context)
  const wrong = await ofEveryRoute(context, routes, async (page, route, address) => {
    await openPage(page, route, address)
    const parts = partsOf(route).filter((part) => !absent.includes(part))
    await expect.poll(() => headerOf(page)).toEqual({ parts, header: route.header ?? 'plain' })
    await expectTitles(page, route)
  })
  return [...wrong, ...violationsIn(quiet)]
}

function violationsIn({ complaints }: QuietPages): string[] {
  return complaints.filter((complaint) => complaint.includes('securitypolicyviolation'))
}

async function expectTitles(page: Page, route: SpecRoute): Promise<void> {
  if (route.words !== undefined) expect(titleIn('en', route.title)).toBe(route.words)
  for (const language of LANGUAGES) {
    // Changed as another tab would, because the contract's routes have no picker.
    await page.evaluate((chosen) => {
      localStorage.setItem('lang', chosen)
      window.dispatchEvent(new StorageEvent('storage', { key: 'lang' }))
    }, language)
    const title = titleIn(language, route.title)
    await expect(page).toHaveTitle(`${title} · Adtally`)
    if (partsOf(route).includes('title'))
      await expect(page.locator('header [data-part="title"]')).toHaveText(title)
  }
  await page.evaluate(() => localStorage.setItem('lang', 'en'))
}

test('every row of SPEC §2 for a customer whose entry is register: header flags, and the title, also after a change of language', async ({
  browser,
}) => {
  const context = await asCustomer(browser)
  const routes = SPEC_ROUTES.filter((route) => !leadsAway(route))
  const wrong = await wrongOnOpening(context, routes, [])
  await context.close()
  expect(wrong).toEqual([])
})

test('pictures and films come from this program alone: a product’s are drawn, a foreign one is kept out [proof 285]', async ({
  browser,
}) => {
  const context = await asCustomer(browser)
  const quiet = new QuietPages()
  await quiet.watch(context)
  const page = await context.newPage()
  for (const path of ['/plan', '/plan/goods-detail'] as const) {
    const route = SPEC_ROUTES.find((one) => one.path === path)
    if (!route) throw new Error(`there is no route ${path}`)
    await openPage(page, route, addresses.get(route) ?? path)
    const picture = page.locator('main img').first()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    expect(await picture.getAttribute('src')).toContain(`${demo().url}/delivery/v1/asset/`)
  }
  expect(violationsIn(quiet)).toEqual([])
  await page.evaluate(() => {
    const foreign = 'https://192.0.2.1/a'
    document.body.append(Object.assign(new Image(), { src: foreign }))
    document.body.append(Object.assign(document.createElement('video'), { src: foreign }))
    document.body.append(Object.assign(new Image(), { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }))
  })
  for (const kept_out of ['img-src https://192.0.2.1', 'media-src https://192.0.2.1', 'img-src data']) {
    await expect.poll(() => violationsIn(quiet).join()).toContain(`securitypolicyviolation ${kept_out}`)
  }
  await context.close()
})

test('every row without sign-in, for a visitor: header flags and titles', async ({ browser }) => {
  const context = await browser.newContext()
  const routes = SPEC_ROUTES.filter(({ open }) => open)
  const wrong = await wrongOnOpening(context, routes, ['bell', 'logout'])
  await context.close()
  expect(wrong).toEqual([])
})

test('every row: the guard leads visitors to login, keeping the way, and lets the open routes be', async ({
  page,
  context,
}) => {
  const look = async (_page: Page, route: SpecRoute, address: string) => {
    await page.goto(`${demo().url}/#${address}`)
    const led = `#/login?next=${encodeURIComponent(address)}`
    await expect.poll(() => page.evaluate(() => window.location.hash)).toBe(route.open ? `#${address}` : led)
    await page.locator(`main[data-page="${route.open ? nameOf(route) : 'login'}"]`).waitFor()
  }
  // Loaded once; later addresses are followed like links.
  expect(await ofEveryRoute(context, SPEC_ROUTES, look, page)).toEqual([])
})

test('every row: where back leads from a page that was opened from another one', async ({ browser }) => {
  const context = await asCustomer(browser)
  await context.addInitScript(() => {
    Object.assign(window, { Android: { closeApp: () => document.body.setAttribute('data-closed', 'yes') } })
  })
  const routes = SPEC_ROUTES.filter(({ back }) => back !== 'none')
  const look = async (page: Page, route: SpecRoute, address: string) => {
    const before = route.path === '/notification' ? '/wallet' : '/notification'
    await page.goto(`${demo().url}/#${before}`)
    await page.locator(`main[data-page="${before.slice(1)}"]`).waitFor()
    await page.evaluate((hash) => {
      window.location.hash = hash
    }, address)
    await page.locator(`main[data-page="${nameOf(route)}"]`).waitFor()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.locator('header [data-part="back"]').click()
    if (route.back === 'host') {
      await expect(page.locator('body')).toHaveAttribute('data-closed', 'yes')
      return
    }
    const target = route.back === undefined || route.back === 'step' ? before : route.back
    await expect.poll(() => page.evaluate(() => window.location.hash)).toBe(`#${target}`)
  }
  const wrong = await ofEveryRoute(context, routes, look, await context.newPage())
  await context.close()
  expect(wrong).toEqual([])
})

test('unknown paths show a page that needs no login, and / leads to login', async ({ page }) => {
  await page.goto(`${demo().url}/#/no/such/page`)
  await expect(page).toHaveTitle(`${titleIn('en', 'notFound.title')} · Adtally`)
  await expect(page).toHaveURL(/#\/no\/such\/page$/)
  await page.goto('about:blank')
  await page.goto(demo().url)
  await expect(page).toHaveURL(/#\/login$/)
})

test('a deep link while signed out leads there after sign-in', async ({ page }) => {
  await page.goto(`${demo().url}/#/wallet?type=system_deposit`)
  await signIn(page, customer())
  await expect(page).toHaveURL(/#\/wallet\?type=system_deposit$/)
})

test('storage holds SPEC §9’s keys, and a chosen language is there at the next visit', async ({ page }) => {
  await page.goto(`${demo().url}/#/login`)
  await page.locator('header [data-part="language"]').click()
  await page.getByRole('button', { name: '简体中文' }).click()
  await expect(page).toHaveTitle(`${titleIn('zh-Hans', 'auth.loginTitle')} · Adtally`)
  await page.evaluate(
    (token) => localStorage.setItem('fb_token', token),
    await signInByApi(demo().url, customer()),
  )
  await page.reload()
  await expect(page).toHaveURL(/#\/ad-center/)
  await expect(page).toHaveTitle(`${titleIn('zh-Hans', 'adCenter.title')} · Adtally`)
  const keys = () => page.evaluate(() => Object.keys(localStorage))
  const of_spec = ['fb_token', 'fb_userInfo', 'fb_basic_config', 'lang']
  await expect.poll(keys).toEqual(expect.arrayContaining(of_spec))
  const of_the_device = ['appearance', 'text_size', 'last_answers', 'device_token']
  // Permanent answers, which survive a sign-out on purpose.
  const of_good = ['first_steps', 'install_offer']
  const known = [...of_spec, ...of_the_device, ...of_good]
  expect((await keys()).filter((key) => !known.includes(key))).toEqual([])
})

test('two tabs: logging out, which asks first, leaves nobody signed in in either', async ({ browser }) => {
  const context = await browser.newContext()
  const [first, second] = [await context.newPage(), await context.newPage()]
  await first.goto(`${demo().url}/#/login`)
  await signIn(first, customer())
  await second.goto(`${demo().url}/#/wallet`)
  await expect(second.locator('main[data-page="wallet"]')).toBeVisible()
  await first.locator('header [data-part="logout"]').click()
  await first.getByRole('button', { name: 'Cancel' }).click()
  await expect(first).toHaveURL(/#\/ad-center/)
  await first.locator('header [data-part="logout"]').click()
  await first.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  for (const page of [first, second]) await expect(page).toHaveURL(/#\/login/)
  const kept = await second.evaluate(() => [
    localStorage.getItem('fb_token'),
    localStorage.getItem('fb_userInfo'),
  ])
  expect(kept).toEqual([null, null])
  await context.close()
})

test('a token that ends in the middle of a form loses nothing that was typed', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${demo().url}/#/login`)
  await signIn(page, customer())
  await page.goto(`${demo().url}/#/customer`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Nickname').fill('Typed before the end')
  await endOtherSessions(await clientOf(demo().url, customer()))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/#\/login\?next=%2Fcustomer$/)
  await expect(page.getByText('Session expired, please log in again')).toBeVisible()
  await signIn(page, customer())
  await expect(page).toHaveURL(/#\/customer$/)
  await expect(page.getByRole('dialog').getByLabel('Nickname')).toHaveValue('Typed before the end')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Updated successfully')).toBeVisible()
  await context.close()
})

test('a host’s user opens an ad account by a ticket and a code, and comes back by another ticket', async ({
  browser,
}) => {
  const [staff] = demo().demo.staff
  const [code] = demo().demo.licence_codes
  if (!staff || !code) throw new Error('the demo has no staff or no code')
  const context = await browser.newContext()
  await context.addInitScript(() => {
    Object.assign(window, { Android: { closeApp: () => document.body.setAttribute('data-closed', 'yes') } })
  })
  const page = await context.newPage()
  await page.goto(await entryAddress(demo(), staff, 'host-user-1'))
  await expect(page).toHaveURL(/#\/ad-welcome\?opening_ticket=[\w-]{43}$/)
  await page.getByLabel('Authorization code').fill(code.toLowerCase().replaceAll('-', ' '))
  await expect(page.getByLabel('Authorization code')).toHaveValue(code)
  await page.getByRole('button', { name: 'Open ad account' }).click()
  await expect(page.getByRole('heading', { name: 'Your ad account is open' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to the ad centre' }).click()
  await expect(page.locator('main[data-page="ad-center"]')).toBeVisible()
  await expect(page.locator('header [data-part="bell"]')).toBeVisible()
  await expect(page.locator('header [data-part="logout"]')).toHaveCount(0)
  await page.locator('header [data-part="back"]').click()
  await expect(page.locator('body')).toHaveAttribute('data-closed', 'yes')
  const again = `${await entryAddress(demo(), staff, 'host-user-1')}&next=%2Fwallet`
  // A host opens its web view anew.
  const back = await context.newPage()
  await back.goto(again)
  await expect(back).toHaveURL(/#\/wallet$/)
  const twice = await context.newPage()
  await twice.goto(again)
  await expect(
    twice.getByText('This link has been used. Please open the page from your app again'),
  ).toBeVisible()
  await context.close()
})
