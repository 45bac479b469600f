import { expect, type Page, test } from '@playwright/test'
import { measureShift } from './support/measures/layout-shift.ts'
import { sharedQuietDemo as demo } from './support/quiet-demo.ts'
import { signIn } from './support/screens/app-screens.ts'

/** HOUSE, "Budgets of the customer app". */
const SHIFT_MAX = 0.02
/** A phone on a slow line. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }

/** Screens that are taller than a list's rows, and what shows that they have loaded. */
const SCREENS: readonly (readonly [path: string, sign: (page: Page) => ReturnType<Page['locator']>])[] = [
  ['/customer', (page) => page.getByRole('button', { name: 'Request deposit details' })],
  ['/ad-center/contract/preview', (page) => page.locator('canvas[data-drawn="true"]').first()],
  ['/wallet/bind-card', (page) => page.getByRole('heading', { level: 1 })],
  ['/wallet/foreign-exchange', (page) => page.getByRole('heading', { level: 1 })],
  ['/ad-center/activities', (page) => page.getByRole('heading', { name: 'Startup funds' })],
  ['/notification', (page) => page.getByRole('heading', { level: 1 })],
]

test('nothing moves when answers come late: chat, contract, beneficiary, exchange, activities, notifications [proof 557]', async ({
  page,
  context,
}) => {
  const [customer] = demo().demo.customers
  await page.goto(`${demo().url}/#/login`)
  await signIn(page, customer)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW)
  await page.addInitScript(measureShift)
  for (const [path, sign] of SCREENS) {
    await page.goto('about:blank')
    await page.goto(`${demo().url}/#${path}`)
    await expect(sign(page)).toBeVisible()
    await expect(page.locator('.skeleton-pulse, [aria-busy="true"]')).toHaveCount(0)
    const shifted = await page.evaluate(() => Object(window).shifted())
    expect(shifted, path).toBeLessThanOrEqual(SHIFT_MAX)
  }
})
