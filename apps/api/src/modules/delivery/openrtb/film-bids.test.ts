import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOfResponse } from '../../../testing/openrtb/response-rules.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { FILM_MS } from '../../../testing/worlds/a-film.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { settleBooks } from '../index.ts'
import { auctioneer, bidsIn, PHONE } from '../testing/auction.ts'
import { addFilmProduct } from '../testing/film-market.ts'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
let key = ''
let origin = ''

beforeAll(async () => {
  const product_id = await addFilmProduct(market, 'games_films')
  key = (await market.addPlacement({ format: 'video' })).key
  const { customer_id } = await market.customerWith('100.00')
  await market.place(customer_id, 50_000_000n, product_id, 1)
  await t.services.delivery.refresh()
  const [publisher] = await t.db.asOwner<{ domain: string }>(
    'select domain from marketplace.publishers where publisher_id = $1',
    [market.publisher_id],
  )
  origin = `https://${publisher?.domain}`
})

const filmRequest = (video: object) => ({ id: 'films', imp: [{ id: '1', tagid: key, video }] })

async function eventsOf(decision_id: string) {
  await settleBooks(t.services)
  return await t.db.asOwner<{ kind: string; charge_micros: bigint; rule: string | null }>(
    'select kind, charge_micros, rule from delivery.events where decision_id = $1 order by event_id',
    [decision_id],
  )
}

test('a film is bid on with its VAST document, and charged once, whoever tells: its player or the exchange', async () => {
  const page = auctioneer(t.server, { origin })
  const request = filmRequest({
    mimes: ['video/mp4'],
    protocols: [2, 3, 7, 13],
    minduration: 0,
    maxduration: 60,
  })
  const reply = await page.ask(request)
  expect(faultsOfResponse(request, JSON.parse(reply.body))).toEqual([])
  const [bid] = bidsIn(reply)
  expect(JSON.parse(reply.body).seatbid[0].bid[0].mtype).toBe(2)
  const [told = ''] = /https?:\/\/[^\]]+k=impression[^\]]*/.exec(bid?.adm ?? '') ?? []
  const { pathname, search } = new URL(told)
  const player = { url: pathname + search, headers: { origin, 'user-agent': PHONE } }
  expect((await t.server.inject(player)).statusCode).toBe(200)
  expect(JSON.parse((await page.tell(bid?.burl ?? '')).body)).toEqual({ accepted: 0, reason: 'duplicate' })
  expect(await eventsOf(bid?.id ?? '')).toMatchObject([{ kind: 'impression', charge_micros: 2_000n }])
  expect(JSON.parse((await page.tell(bid?.lurl ?? '')).body)).toEqual({ accepted: 0, reason: 'bid_won' })

  // A loser's player tells nothing that counts.
  const [lost] = bidsIn(await page.ask(request))
  await page.tell(lost?.lurl ?? '')
  const [late = ''] = /https?:\/\/[^\]]+k=impression[^\]]*/.exec(lost?.adm ?? '') ?? []
  const after = new URL(late)
  await t.server.inject({ ...player, url: after.pathname + after.search })
  expect(await eventsOf(lost?.id ?? '')).toEqual([])
})

describe('a film that does not fit is not bid', () => {
  test.each<[string, object]>([
    ['another container', { mimes: ['video/webm'] }],
    ['players of before VAST 4', { protocols: [1, 2, 3, 5, 6] }],
    ['longer than it may be', { minduration: 0, maxduration: Math.floor(FILM_MS / 1_000) - 1 }],
    ['shorter than it must be', { minduration: Math.ceil(FILM_MS / 1_000) + 1 }],
  ])('%s', async (_what, video) => {
    expect(bidsIn(await auctioneer(t.server, { origin }).ask(filmRequest(video)))).toEqual([])
  })
})
