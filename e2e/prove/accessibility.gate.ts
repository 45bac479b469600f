import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../support/chromium.ts'
import { pathsOf } from '../support/screens/app-routes.ts'
import { firstOf, signInByApi } from '../support/sign-in.ts'
import type { Gate } from './gate.ts'

const APPEARANCES = ['light', 'dark'] as const
const SCREEN = { width: 390, height: 844 }

/** axe finds nothing on any page of the app, signed in and out, light and dark (HOUSE: 0). */
export const gate: Gate = {
  name: 'accessibility by axe',
  timing: false,
  async run({ root, chromium_path, note, sharedDemo }) {
    const { url, demo } = await sharedDemo()
    const [customer] = demo.customers
    const token = await signInByApi(url, customer)
    const paths = await withContent(
      url,
      token,
      pathsOf(readFileSync(join(root, 'apps/web/src/app/routes.ts'), 'utf8')),
    )
    const browser = await chromium.launch({ executablePath: chromium_path, args: [...CHROMIUM_FLAGS] })
    const found: string[] = []
    try {
      for (const appearance of APPEARANCES) {
        for (const signed_in of [false, true]) {
          const context = await browser.newContext({
            viewport: SCREEN,
            colorScheme: appearance,
            locale: 'en',
          })
          if (signed_in)
            await context.addInitScript((value) => localStorage.setItem('fb_token', value), token)
          for (const path of paths) {
            const where = `${path}, ${appearance}, signed ${signed_in ? 'in' : 'out'}`
            const violations = await violationsOn(context, `${url}/#${path}`)
            found.push(...violations.map((violation) => `${where}: ${violation}`))
          }
          await context.close()
        }
      }
    } finally {
      await browser.close()
    }
    for (const line of found) note(line)
    const pages = paths.length * APPEARANCES.length * 2
    return {
      passed: found.length === 0,
      figure: `${found.length} findings on ${pages} pages${found.length > 0 ? `, first ${found[0]}` : ''}`,
    }
  },
}

/** The paths; those of a single plan or product get the first one in the customer's list. */
async function withContent(url: string, token: string, paths: readonly string[]): Promise<string[]> {
  const plan_id = await firstOf(url, token, '/plan/order/list', 'plan_id')
  const product_id = await firstOf(url, token, '/plan/product/list', 'product_id')
  const ids: Readonly<Record<string, string>> = { '/plan/detail': plan_id, '/plan/goods-detail': product_id }
  return paths.map((path) => (path in ids ? `${path}?id=${ids[path]}` : path))
}

/** axe's findings once the page is complete, plus errors that the page itself reports. */
async function violationsOn(context: BrowserContext, url: string): Promise<string[]> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`error ${error.message}`))
  await page.goto(url)
  // The page itself, not the frame that renders before it.
  await page.locator('main').first().waitFor()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  const { violations } = await new AxeBuilder({ page }).analyze()
  await page.close()
  return [...errors, ...violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`)]
}
