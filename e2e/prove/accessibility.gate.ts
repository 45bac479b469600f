import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../support/chromium.ts'
import { pathsOf } from '../support/screens/app-routes.ts'
import { axeControl, axeFindings } from '../support/screens/axe.ts'
import { openAddress } from '../support/screens/open-screen.ts'
import { firstOf, signInByApi } from '../support/sign-in.ts'
import type { Gate } from './gate.ts'

const CONTEXT = { viewport: { width: 390, height: 844 }, locale: 'en' }

/**
 * axe finds nothing on any page of the app, signed in and out, light and dark (HOUSE: 0). A page that several paths
 * lead to, as the sign-in does, is looked at once for each text that it shows.
 */
export const gate: Gate = {
  name: 'accessibility by axe',
  timing: false,
  async run({ root, chromium_path, note, sharedDemo }) {
    const { url, demo } = await sharedDemo()
    const [customer] = demo.customers
    const token = await signInByApi(url, customer)
    const routes = readFileSync(join(root, 'apps/web/src/app/routes.ts'), 'utf8')
    const paths = await withContent(url, token, pathsOf(routes))
    const browser = await chromium.launch({ executablePath: chromium_path, args: [...CHROMIUM_FLAGS] })
    const found: string[] = []
    let pages = 0
    try {
      for (const signed_in of [false, true]) {
        const context = await browser.newContext(CONTEXT)
        if (signed_in) await context.addInitScript((value) => localStorage.setItem('fb_token', value), token)
        const walked = await walk(await context.newPage(), url, paths)
        found.push(...walked.found.map((finding) => `signed ${signed_in ? 'in' : 'out'}, ${finding}`))
        pages += walked.pages
        await context.close()
      }
    } finally {
      await browser.close()
    }
    for (const line of found) note(line)
    const looked = `${pages * 2} pages, which ${paths.length} paths lead to signed in and out, light and dark`
    return {
      passed: found.length === 0,
      figure: `${found.length} findings on ${looked}${found.length > 0 ? `, first ${found[0]}` : '; controls caught'}`,
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

/** Loads the app once and goes from path to path; returns how many pages that were, and what is wrong with them. */
async function walk(page: Page, url: string, paths: readonly string[]) {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(`${page.url()}: error ${error.message}`))
  const seen = new Set<string>()
  for (const path of paths) {
    await openAddress(page, `${url}/#${path}`, 'en')
    const sight = await page.evaluate(() => location.hash.replace(/\?.*/, '') + document.body.textContent)
    if (seen.has(sight)) continue
    seen.add(sight)
    found.push(...(await axeFindings(page)).map((finding) => `${path}: ${finding}`))
    if (seen.size === 1) found.push(...(await axeControl(page, 'main')))
  }
  return { found, pages: seen.size }
}
