import { type Browser, type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import * as z from 'zod/mini'
import { PHONE } from './screens/phone.ts'
import type { QuietPages } from './screens/quiet-pages.ts'

const SEEN_TIMEOUT_MS = 60_000

/** A person with their own browser on a publisher's page. */
export interface Visitor {
  page: Page
  context: BrowserContext
}

/** Opens a publisher's page in a new browser; resolves once the advertisement was in view for a second. */
export async function visit(browser: Browser, address: string, quiet: QuietPages): Promise<Visitor> {
  const context = await browser.newContext({ userAgent: PHONE })
  await quiet.watch(context)
  const page = await context.newPage()
  const seen = page.waitForRequest((request) => isBeacon(request, 'viewable'), { timeout: SEEN_TIMEOUT_MS })
  // Delivery learns of a new plan and leases its budget a moment after it was placed; retry until then.
  await expect(async () => {
    await page.goto(address)
    const script = page.locator('script[data-placement]')
    await expect(script).toHaveAttribute('data-fill', /./)
    expect(await script.getAttribute('data-fill')).not.toMatch(/^(no_plan|budget)$/)
  }).toPass()
  await seen
  return { page, context }
}

/** Clicks the advertisement; returns the advertiser's page that it opens. */
export async function click({ page, context }: Visitor): Promise<Page> {
  const opened = context.waitForEvent('page')
  // The advertisement is in a closed shadow root, so click by position.
  const box = await page.locator('script[data-placement] + div').boundingBox()
  if (!box) throw new Error('there is no advertisement on the page')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  const landing = await opened
  await landing.waitForLoadState()
  return landing
}

function isBeacon(request: Request, kind: string): boolean {
  return request.url().endsWith('/delivery/v1/event') && (request.postData() ?? '').includes(`"${kind}"`)
}

/** Follows an advertisement's address without ever showing it; ends on the advertiser's page. */
export async function clickUnseen(
  browser: Browser,
  { origin, page_origin, placement_key }: { origin: string; page_origin: string; placement_key: string },
): Promise<Visitor> {
  const context = await browser.newContext({ userAgent: PHONE })
  const page = await context.newPage()
  const decision = await context.request.get(`${origin}/delivery/v1/decision?placement=${placement_key}`, {
    headers: { origin: page_origin },
  })
  const { click_url } = z.object({ click_url: z.string() }).parse(await decision.json())
  await page.goto(origin + click_url)
  return { page, context }
}
