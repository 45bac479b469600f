import { expect, test } from '@playwright/test'
import * as z from 'zod/mini'
import { aFilm, FILM_MS } from '../apps/api/src/testing/worlds/a-film.ts'
import { addFilm, fileOf, SCRIPTS } from './support/films/film-market.ts'
import { pageWithPlayer } from './support/films/player-page.ts'
import { PRODUCT } from './support/market.ts'
import { type AuctionMarket, startAuctionMarket } from './support/prebid/auction-market.ts'
import {
  askedOf,
  bundleAuctions,
  drawnIn,
  holdAuction,
  pageWith,
  renderBid,
  visit,
} from './support/prebid/auction-page.ts'

let market: AuctionMarket
let script_url: string

test.beforeAll(async () => {
  market = await startAuctionMarket()
  script_url = market.serve('text/javascript', await bundleAuctions())
})
test.afterAll(() => market?.stop())

const ours = (key: string) => ({ bidder: 'adtally', params: { placement: key, endpoint: market.origin } })
/** An impression's share of the publisher's, on placements of 5.00 for a thousand. */
const SHARE_MICROS = 4000

/** What counts more than before, once the books have followed. */
const expectOneCharge = async (before: Awaited<ReturnType<AuctionMarket['told']>>) => {
  const after = { ...before, valid: before.valid + 1, earned_micros: before.earned_micros + SHARE_MICROS }
  await expect.poll(market.told).toEqual(after)
}

const NATIVE = {
  ortb: {
    ver: '1.2',
    assets: [
      { id: 1, required: 1, title: { len: 140 } },
      { id: 2, required: 1, img: { type: 3, wmin: 320, hmin: 100 } },
    ],
  },
  adTemplate: '<b>##hb_native_asset_id_1##</b><img alt="" src="##hb_native_asset_id_2##">',
}

test('native is drawn by the page’s own template, and charged once as it is drawn [proof 1148]', async ({
  browser,
}) => {
  const before = await market.told()
  await visit(browser, { address: pageWith(market, script_url) }, async (page, requests) => {
    const { bidders, ad_id } = await holdAuction(page, {
      bids: [ours(market.keys.native)],
      mediaTypes: { native: NATIVE },
    })
    expect(bidders).toEqual(['adtally'])
    // Control: a bid that nobody draws is charged to nobody.
    expect(askedOf(requests, market.origin)).toEqual(['/openrtb2/auction'])
    await renderBid(page, ad_id)
    await expect
      .poll(() => drawnIn(page))
      .toEqual([expect.stringContaining(`${market.origin}/`), PRODUCT.headline])
    await expectOneCharge(before)
    await page.evaluate((adId) => Object(window).pbjs.triggerBilling({ adId }), ad_id)
    await page.waitForLoadState('networkidle')
    expect(askedOf(requests, market.origin).filter((path) => path === '/openrtb2/won')).toHaveLength(1)
  })
  await expectOneCharge(before)
  await market.live.expectBalanced()
})

const playedPage = z.looseObject({
  ads: z.nullable(z.number()),
  ended: z.nullable(z.string()),
  bid: z.optional(z.looseObject({ bidder: z.string(), media_type: z.string() })),
})

/** Holds an auction for a film, and plays what it won, which Prebid.js keeps in the page. */
function biddingFor(key: string): string {
  const unit = {
    code: 'film',
    mediaTypes: {
      video: {
        context: 'instream',
        playerSize: [640, 360],
        mimes: ['video/mp4'],
        protocols: [7, 8, 13, 14],
        plcmt: 1,
      },
    },
    bids: [ours(key)],
  }
  return `
const bid = await new Promise((resolve) => pbjs.que.push(() => {
  pbjs.setConfig({ cache: { useLocal: true } })
  pbjs.addAdUnits(${JSON.stringify(unit)})
  pbjs.requestBids({ bidsBackHandler: () => resolve(pbjs.getHighestCpmBids('film')[0]) })
}))
window.won = bid && { bidder: bid.bidder, media_type: bid.mediaType, cpm: bid.cpm }
const VAST_URL = bid?.vastUrl ?? 'data:,'
if (bid) pbjs.markWinningBidAsUsed({ adId: bid.adId, events: true })
`
}

test('a film that wins is played from its document by a player, and charged once, though Prebid.js and the player both tell [proof 1149]', async ({
  browser,
}) => {
  test.slow()
  const { live, product_id } = market
  await addFilm(live, { 'product-id': product_id, file: fileOf(live, await aFilm()) })
  const scripts = {
    video_js: market.serve('text/javascript', String(SCRIPTS['/video.js'])),
    vast_client: market.serve('text/javascript', String(SCRIPTS['/vast-client.js'])),
  }
  const head = `<script>window.pbjs = { que: [] }</script><script src="${script_url}"></script>\n`
  const html = pageWithPlayer(scripts, biddingFor(market.keys.film), head)
  const address = market.serve('text/html', html)
  const before = await market.told()
  const play = () =>
    visit(browser, { address }, async (page, requests) => {
      const look = async () =>
        playedPage.parse(
          await page.evaluate('({ ads: null, ended: null, ...window.played, bid: window.won })'),
        )
      await expect.poll(async () => (await look()).ended).not.toBeNull()
      await page.waitForLoadState('networkidle')
      return { ...(await look()), asked: askedOf(requests, market.origin) }
    })
  // The film is bid for once it is in the catalogue.
  let played = await play()
  for (let time = 0; time < 5 && played.ended === 'nothing'; time += 1) played = await play()
  expect(played).toMatchObject({
    ads: 1,
    ended: 'complete',
    duration_s: FILM_MS / 1_000,
    bid: { bidder: 'adtally', media_type: 'video', cpm: 4 },
  })
  const told = played.asked.filter((path) => ['/openrtb2/won', '/delivery/v1/pixel'].includes(path))
  expect(told).toContain('/openrtb2/won')
  expect(told).toContain('/delivery/v1/pixel')
  await expectOneCharge(before)
  await live.expectBalanced()
})
