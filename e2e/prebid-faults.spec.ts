import { expect, test } from '@playwright/test'
import type { Cut } from './support/prebid/bundle.ts'
import { runSpec } from './support/prebid/run-spec.ts'

/** What the spec would have to miss, each a rule of the adapter undone. */
const FAULTS: readonly Cut[] = [
  ['tagid: placement', "tagid: 'another'"],
  ['secure: 0', 'secure: 1'],
  ["?.startsWith('http:')", "?.startsWith('http')"],
  ['IMPRESSIONS_MAX = 20', 'IMPRESSIONS_MAX = 50'],
  ['slice(part * IMPRESSIONS_MAX', 'slice(0 * IMPRESSIONS_MAX'],
  ['netRevenue: true', 'netRevenue: false'],
  ['[BANNER, VIDEO, NATIVE]', '[BANNER, VIDEO]'],
  ["params.placement !== ''", 'true'],
  ['LOOPBACK.test(hostname)', 'true'],
  ["protocol === 'https:' ||", "protocol !== 'http:' ||"],
  ["!hostname.includes('%')", 'true'],
  ['is_host && href ===', 'is_host || href ==='],
  ['/openrtb2/auction', '/auction'],
  ['withCredentials: false', 'withCredentials: true'],
  ["contentType: 'text/plain'", "contentType: 'application/json'"],
  ['[...(by_url.get(url) ?? []), bid_request]', '[bid_request]'],
  ["raised(source, ['schain'])", 'source'],
  ["['gdpr', 'gpp', 'gpp_sid', 'us_privacy']", '[]'],
  ['user: { consent }', 'user'],
  ['impersonal(device)', 'device'],
  ['build(withPrice(bid), context)', 'build(bid, context)'],
  ['told.currency ?? CURRENCY', 'told.currency'],
  ['{ ...told.meta, mediaType }', 'told.meta'],
  ['deferRendering: false,', ''],
  ['...(burl && {', '...(false && {'],
]

test('the spec notices each rule of the adapter that is undone [proof 1021]', async ({ page }) => {
  for (const cut of FAULTS) {
    const { failed } = await runSpec(page, [cut])
    expect.soft(failed.length, `undone: ${cut[0]}`).toBeGreaterThan(0)
  }
})
