import type { Browser, Page, Request } from '@playwright/test'
import { PHONE } from '../screens/phone.ts'
import type { AuctionMarket } from './auction-market.ts'
import { bundlePrebid, type Cut } from './bundle.ts'

/** Another bidder, of these tests: bids as much as its ad unit says, and its advertisement says so. */
const RIVAL = `import { registerBidder } from './node_modules/prebid.js/dist/src/src/adapters/bidderFactory.js'
registerBidder({
  code: 'rival',
  isBidRequestValid: () => true,
  buildRequests: (asked) => asked.map(({ bidId, params }) => ({ method: 'GET', url: params.url, data: 'bid', params, bidId })),
  interpretResponse: ({ body }, { params, bidId }) => ({
    requestId: bidId, cpm: params.cpm, currency: 'USD', netRevenue: true, ttl: 60, creativeId: 'rival-1',
    width: 320, height: 100, mediaType: 'banner', ad: body, meta: { advertiserDomains: ['rival.example'] },
  }),
})`
const MODULES = ['consentManagementTcf', 'consentManagementGpp', 'priceFloors', 'nativeRendering']
export const SLOT = 'article-top'
export const FRAME = `<iframe id="${SLOT}" width="320" height="100" style="border: 0" title="Advertisement"></iframe>`

/** An ad unit of Prebid.js's, as far as these tests set it. */
export interface AdUnit {
  bids: { bidder: string; params: object }[]
  deferBilling?: boolean
  /** A banner of 320 × 100 where it does not say. */
  mediaTypes?: object
}

/** What an auction came to. */
export interface Outcome {
  /** Bidders that bid, the highest first. */
  bidders: string[]
  /** The highest bid's, for a thousand impressions. */
  cpm: number
  ad_id: string
}

/** Prebid.js with the other bidder, modules for consent and floors and, unless told otherwise, the adapter. */
export function bundleAuctions({
  adapter = true,
  cuts = [],
}: {
  adapter?: boolean
  cuts?: readonly Cut[]
} = {}): Promise<string> {
  const names = adapter ? [...MODULES, 'adtallyBidAdapter'] : MODULES
  const modules = names.map((name) => `import 'prebid.js/modules/${name}'\n`).join('')
  const entry = `import pbjs from 'prebid.js'\n${modules}import './rival.js'\npbjs.processQueue()`
  return bundlePrebid(entry, { cuts, files: { 'rival.js': RIVAL } })
}

let visits = 0

/** A visitor of their own on a page of the publisher's; `look` is given the page and the requests that it makes. */
export async function visit<Seen>(
  browser: Browser,
  { address, before }: { address: string; before?: string },
  look: (page: Page, requests: Request[]) => Promise<Seen>,
): Promise<Seen> {
  visits += 1
  const context = await browser.newContext({ userAgent: `${PHONE} Auction/${visits}` })
  try {
    if (before !== undefined) await context.addInitScript(before)
    const page = await context.newPage()
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await page.goto(address)
    return await look(page, requests)
  } finally {
    await context.close()
  }
}

/** A page with the slot and this script. */
export function pageWith(market: AuctionMarket, script_url: string): string {
  return market.serve('text/html', htmlOf(`${FRAME}<script async src="${script_url}"></script>`))
}

/** A page of the publisher’s, before which Prebid.js’s queue is there. */
export function htmlOf(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A publisher’s page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head><body>
<script>window.pbjs = window.pbjs || { que: [] }</script>${body}</body></html>`
}

/** Holds an auction for the slot by Prebid.js's own calls. */
export async function holdAuction(page: Page, unit: AdUnit, config: object = {}): Promise<Outcome> {
  return await page.evaluate(
    ({ unit, config, code }) =>
      new Promise<Outcome>((resolve) => {
        const { pbjs } = Object(window)
        const finish = () => {
          const { bids } = pbjs.getBidResponsesForAdUnitCode(code)
          const by_price = [...bids].sort(
            (one: { cpm: number }, other: { cpm: number }) => other.cpm - one.cpm,
          )
          const [{ cpm = 0, adId = '' } = {}] = by_price
          resolve({ bidders: by_price.map(({ bidder }) => String(bidder)), cpm, ad_id: adId })
        }
        pbjs.que.push(() => {
          pbjs.setConfig(config)
          pbjs.addAdUnits({ code, mediaTypes: { banner: { sizes: [[320, 100]] } }, ...unit })
          pbjs.requestBids({ bidsBackHandler: finish })
        })
      }),
    { unit, config, code: SLOT },
  )
}

/** Draws a bid in the slot. */
export async function renderBid(page: Page, ad_id: string): Promise<void> {
  await page.evaluate(
    ({ code, ad_id }) => {
      const frame = document.getElementById(code)
      if (frame instanceof HTMLIFrameElement) Object(window).pbjs.renderAd(frame.contentDocument, ad_id)
    },
    { code: SLOT, ad_id },
  )
}

/** Where the program was asked, without what its addresses end in. */
export function askedOf(requests: readonly Request[], origin: string): string[] {
  return requests
    .map((request) => new URL(request.url()))
    .filter((url) => url.origin === origin)
    .map(({ pathname }) => pathname.replace(/^(\/openrtb2\/won|\/delivery\/v1\/asset)\/.*/, '$1'))
}

/** What is drawn in the page's frames: addresses of pictures that are there, and texts; nothing of a frame that is left meanwhile. */
export async function drawnIn(page: Page): Promise<string[]> {
  const told = page
    .frames()
    .map((frame) =>
      frame.evaluate(() => [
        ...[...document.images].filter((image) => image.naturalWidth > 0).map((image) => image.currentSrc),
        ...[...document.querySelectorAll('b')].map((element) => element.textContent),
      ]),
    )
  return (await Promise.allSettled(told)).flatMap((seen) => (seen.status === 'fulfilled' ? seen.value : []))
}
