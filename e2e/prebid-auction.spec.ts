import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import * as z from 'zod/mini'
import { type AuctionMarket, startAuctionMarket } from './support/prebid/auction-market.ts'
import {
  bundleAuctions,
  drawnIn,
  holdAuction,
  htmlOf,
  pageWith,
  renderBid,
  visit,
} from './support/prebid/auction-page.ts'
import { bundleAsPublisher } from './support/prebid/bundle.ts'

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
