import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import * as z from 'zod/mini'
import { PRODUCT } from './support/market.ts'
import { type AuctionMarket, startAuctionMarket } from './support/prebid/auction-market.ts'
import {
  askedOf,
  bundleAuctions,
  drawnIn,
  holdAuction,
  htmlOf,
  pageWith,
  renderBid,
  SLOT,
  visit,
} from './support/prebid/auction-page.ts'
import { bundleAsPublisher, type Cut } from './support/prebid/bundle.ts'

let market: AuctionMarket
let script_url: string

test.beforeAll(async () => {
  market = await startAuctionMarket()
  script_url = market.serve('text/javascript', await bundleAuctions())
})
test.afterAll(() => market?.stop())

const ours = (key: string) => ({ bidder: 'adtally', params: { placement: key, endpoint: market.origin } })
const rival = (cpm: number) => ({
  bidder: 'rival',
  params: { cpm, url: market.serve('text/html', `<b>rival at ${cpm}</b>`) },
})
/** The publisher's share of an impression on the cheap placement. */
const CHEAP_SHARE_MICROS = 4000
/** The script with another adapter: what a test does without the rule that it stands for. */
const scriptWith = async (cuts: readonly Cut[]) =>
  market.serve('text/javascript', await bundleAuctions({ cuts }))
/** An advertisement of the program's. */
const picture = () => expect.stringContaining(`${market.origin}/`)

test('as the page for publishers says: the script is made, the page renders the bid, and it is charged once [proof 1022]', async ({
  browser,
}) => {
  const { script, config, body } = writtenForPublishers()
  const made = await bundleAsPublisher({ 'prebid-page.js': script, 'vite.config.ts': config })
  const address = market.serve('text/javascript', made)
  const html = htmlOf(body.replace('src="/prebid.js"', `src="${address}"`))
  const before = await market.told()
  await visit(browser, { address: market.serve('text/html', html) }, async (page) => {
    await expect.poll(() => drawnIn(page)).toEqual([picture()])
    await expect
      .poll(market.told)
      .toEqual({ ...before, valid: before.valid + 1, earned_micros: expect.any(Number) })
    await expect.poll(async () => (await market.told()).earned_micros).toBeGreaterThan(before.earned_micros)
  })
  await market.live.expectBalanced()
})

const SCHAIN = { ver: '1.0', complete: 1, nodes: [{ asi: 'pages.example', sid: '7', hp: 1 }] }
const TC_STRING = 'CQDkuwAQDkuwAAHABBENBGFsAP_gAEPgAAAAKRtX_G_-f3_v3_37vXP59v_v_f_9_3_3_8_f_n_9'
/** A consent manager by the TCF and the GPP, as far as Prebid.js asks it; and a browser that objects. */
const CONSENT_MANAGER = `
window.__tcfapi = (command, version, callback) => {
  if (command === 'addEventListener')
    callback({ gdprApplies: true, eventStatus: 'tcloaded', tcString: '${TC_STRING}', listenerId: 1 }, true)
}
window.__gpp = (command, callback) => {
  const ping = { cmpStatus: 'loaded', signalStatus: 'ready', gppString: 'DBABLA~BVQqAAAAAgA.QA', applicableSections: [7] }
  callback(command === 'addEventListener' ? { eventName: 'signalStatus', data: 'ready', pingData: ping } : ping, true)
}
Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`
const CONSENT = {
  consentManagement: { gdpr: { cmpApi: 'iab', timeout: 5000 }, gpp: { cmpApi: 'iab', timeout: 5000 } },
}
const floorsOf = (banner: number) => ({
  floors: { data: { currency: 'USD', schema: { fields: ['mediaType'] }, values: { banner } } },
})

test('what the page knows of consent, chain and floor is told as OpenRTB 2.6 has it, and a floor above the bid gets none [proof 1024]', async ({
  browser,
}) => {
  const asked = (config: object, before?: string) =>
    visit(
      browser,
      { address: pageWith(market, script_url), ...(before && { before }) },
      async (page, requests) => {
        const { bidders } = await holdAuction(page, { bids: [ours(market.keys.cheap)] }, config)
        const request = requests.find((made) => made.url().endsWith('/openrtb2/auction'))
        return { bidders, ...auctionRequest.parse(request?.postDataJSON()) }
      },
    )

  const config = { ...CONSENT, ...floorsOf(2.5), coppa: true, ortb2: { source: { schain: SCHAIN } } }
  expect(await asked(config, CONSENT_MANAGER)).toMatchObject({
    bidders: ['adtally'],
    imp: [{ tagid: market.keys.cheap, bidfloor: 2.5, bidfloorcur: 'USD' }],
    regs: { gdpr: 1, coppa: 1, gpp: 'DBABLA~BVQqAAAAAgA.QA', gpp_sid: [7], ext: { gpc: '1' } },
    user: { consent: TC_STRING },
    source: { schain: SCHAIN },
  })
  const { bidders, imp, regs, user, source } = await asked({})
  expect({ bidders, regs, user }).toEqual({ bidders: ['adtally'], regs: undefined, user: undefined })
  expect(imp[0]).not.toHaveProperty('bidfloor')
  expect(source).not.toHaveProperty('schain')

  expect(await asked(floorsOf(4.01))).toMatchObject({ bidders: [], imp: [{ bidfloor: 4.01 }] })
  expect(await asked(floorsOf(4))).toMatchObject({ bidders: ['adtally'], imp: [{ bidfloor: 4 }] })
})

test('a bid is billed as it is rendered, or when the page says so where it defers billing, and once [proof 1025]', async ({
  browser,
}) => {
  for (const deferBilling of [false, true]) {
    const before = await market.told()
    await visit(browser, { address: pageWith(market, script_url) }, async (page, requests) => {
      const billed = () => askedOf(requests, market.origin).filter((path) => path === '/openrtb2/won').length
      const { ad_id } = await holdAuction(page, { bids: [ours(market.keys.cheap)], deferBilling })
      expect(billed()).toBe(0)
      await renderBid(page, ad_id)
      await expect.poll(() => drawnIn(page)).toEqual([picture()])
      expect(billed()).toBe(deferBilling ? 0 : 1)
      for (let time = 0; time < 2; time += 1) {
        await page.evaluate((adId) => Object(window).pbjs.triggerBilling({ adId }), ad_id)
      }
      await expect.poll(async () => (await market.told()).valid).toBe(before.valid + 1)
      expect(billed()).toBe(1)
    })
  }

  const unbilled_url = await scriptWith([['...(burl && {', '...(false && {']])
  await visit(browser, { address: pageWith(market, unbilled_url) }, async (page, requests) => {
    const { ad_id } = await holdAuction(page, { bids: [ours(market.keys.cheap)] })
    await renderBid(page, ad_id)
    await expect.poll(() => drawnIn(page)).toEqual([picture()])
    expect(askedOf(requests, market.origin)).not.toContain('/openrtb2/won')
  })
})

test('the adapter asks for its auction alone, and leaves nothing in the page or its storage [proof 1026]', async ({
  browser,
}) => {
  const without_url = market.serve('text/javascript', await bundleAuctions({ adapter: false }))
  const left = (address: string, bids: { bidder: string; params: object }[]) =>
    visit(browser, { address: pageWith(market, address) }, async (page, requests) => {
      const { ad_id } = await holdAuction(page, { bids })
      await renderBid(page, ad_id)
      await expect.poll(() => drawnIn(page)).toHaveLength(1)
      const kept = await page.evaluate(() => ({
        globals: Object.keys(window).sort(),
        stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
      }))
      const cookies = (await page.context().cookies()).map(({ name }) => name)
      return { kept, cookies, asked: askedOf(requests, market.origin).sort() }
    })

  const other = await left(without_url, [rival(1)])
  const own = await left(script_url, [ours(market.keys.cheap)])
  expect(own.kept).toEqual(other.kept)
  expect(own.cookies).toEqual(other.cookies)
  expect(own.asked).toEqual(['/delivery/v1/asset', '/openrtb2/auction', '/openrtb2/won'])
  expect(other.asked).toEqual([])

  const leaving =
    "registerBidder(spec)\nObject.assign(window, { left: 1 })\nlocalStorage.setItem('left', '1')"
  const leaving_url = await scriptWith([['registerBidder(spec)', leaving]])
  const { kept } = await left(leaving_url, [ours(market.keys.cheap)])
  expect(kept.globals).toEqual([...other.kept.globals, 'left'].sort())
  expect(kept.stored).toEqual([...other.kept.stored, 'left'])
})

test('against another bidder: it wins and is charged what it bid, or loses and holds nothing once its bid has ended [proof 1023]', async ({
  browser,
}) => {
  const address = pageWith(market, script_url)
  const auction = (cpm_of_rival: number) =>
    visit(browser, { address }, async (page) => {
      const outcome = await holdAuction(page, { bids: [rival(cpm_of_rival), ours(market.keys.dear)] })
      await renderBid(page, outcome.ad_id)
      await expect.poll(() => drawnIn(page)).toHaveLength(1)
      return { ...outcome, drawn: await drawnIn(page) }
    })
  // The books follow events within a second; all that came before was on the cheap placement.
  await expect(async () => {
    const { valid, earned_micros } = await market.told()
    expect(earned_micros).toBe(valid * CHEAP_SHARE_MICROS)
  }).toPass()
  const before = await market.told()

  for (let lost = 0; lost < 4; lost += 1) {
    expect(await auction(4500)).toMatchObject({ bidders: ['rival', 'adtally'], drawn: ['rival at 4500'] })
  }
  // The plan's money is out with four bids: there is none for a fifth.
  expect(await auction(1)).toMatchObject({ bidders: ['rival'], drawn: ['rival at 1'] })
  expect(await market.told()).toEqual(before)

  // Nobody tells of a loss: what the bids hold comes back when their leases close.
  await market.live.office.run('clock-advance', { by: '9m', reason: 'The bids end' })
  let won_cpm = 0
  await expect(async () => {
    const won = await auction(1)
    expect(won).toMatchObject({ bidders: ['adtally', 'rival'], drawn: [picture()] })
    won_cpm = won.cpm
  }).toPass({ timeout: 60_000 })
  // The bid is for a thousand, in major units.
  const earned_micros = before.earned_micros + won_cpm * 1000
  await expect.poll(market.told).toEqual({ ...before, valid: before.valid + 1, earned_micros })
  await market.live.expectBalanced()
})

const NATIVE = {
  ortb: {
    ver: '1.2',
    assets: [
      { id: 1, required: 1, title: { len: 140 } },
      { id: 2, required: 1, img: { type: 3, wmin: 320, hmin: 100 } },
    ],
  },
}

test('native is bid for with what the page asks for, and not where it cannot be had [proof 1027]', async ({
  browser,
}) => {
  const asked = (native: object) =>
    visit(browser, { address: pageWith(market, script_url) }, async (page) => {
      const { bidders } = await holdAuction(page, {
        bids: [ours(market.keys.native)],
        mediaTypes: { native },
      })
      const assets = await page.evaluate(
        (code) => Object(window).pbjs.getBidResponsesForAdUnitCode(code).bids[0]?.native.ortb.assets,
        SLOT,
      )
      return { bidders, assets }
    })
  expect(await asked(NATIVE)).toMatchObject({
    bidders: ['adtally'],
    assets: [
      { id: 1, title: { text: PRODUCT.headline } },
      { id: 2, img: { url: picture() } },
    ],
  })
  const [, image] = NATIVE.ortb.assets
  const cut = { ...NATIVE.ortb, assets: [{ id: 1, required: 1, title: { len: 3 } }, image] }
  expect(await asked({ ortb: cut })).toEqual({ bidders: [], assets: undefined })
})

const members = z.record(z.string(), z.unknown())
const auctionRequest = z.object({
  imp: z.array(members),
  regs: z.optional(members),
  user: z.optional(members),
  source: z.optional(members),
})
const written = z.tuple([z.string(), z.string(), z.string()])

/** The script, the configuration and the page of the section on Prebid.js. */
function writtenForPublishers(): { script: string; config: string; body: string } {
  const page = readFileSync(new URL('../docs/publishers.md', import.meta.url), 'utf8')
  const [, section = ''] = /^## Prebid\.js$([\s\S]*?)^## /m.exec(page) ?? []
  const [script, config, body] = written.parse(
    [...section.matchAll(/```\w+\n([\s\S]*?)\n```/g)].map(([, text]) => text),
  )
  return {
    script,
    config,
    body: body.replaceAll('https://ads.example', market.origin).replaceAll('KEY', market.keys.cheap),
  }
}
