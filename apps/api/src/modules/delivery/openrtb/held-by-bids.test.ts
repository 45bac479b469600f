import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { settleBooks } from '../index.ts'
import { auctioneer, bannerRequest, bidsIn, newAddress, PHONE } from '../testing/auction.ts'

const t = await testProgram()
afterAll(() => t.close())
// One impression costs 5.00, and a plan has 10.00: two bids hold all of it.
const market = await buildMarket(t.services, t.modules, { placement: { price: '5000.00' } })
const { customer_id } = await market.customerWith('500.00')
const [{ domain } = { domain: '' }] = await t.db.asOwner<{ domain: string }>(
  'select domain from marketplace.publishers where publisher_id = $1',
  [market.publisher_id],
)
const origin = `https://${domain}`

test('a plan that bids hold whole bids again at once when one is lost, and is never charged more than it has', async () => {
  const plan_id = await market.place(customer_id, 10_000_000n, market.product_id, 1)
  await t.services.delivery.refresh()
  const page = () => auctioneer(t.server, { origin })
  const bid = async () => bidsIn(await page().ask(bannerRequest(market.placement_key)))
  const [first, second] = [...(await bid()), ...(await bid())]
  expect(await bid()).toEqual([])
  expect((await page().tell(first?.lurl ?? '')).statusCode).toBe(204)
  const [third] = await bid()
  expect(third).toBeDefined()
  expect(await bid()).toEqual([])
  // The lost one, told again with the others, is charged nothing.
  for (const { burl } of [first, second, third, first].flatMap((one) => one ?? [])) await page().tell(burl)
  await settleBooks(t.services)
  const spent = await t.db.asOwner<{ charge_micros: bigint; lost_micros: bigint }>(
    `select
      (select sum(charge_micros)::bigint from delivery.events where plan_id = $1 and rule is null) as charge_micros,
      (select sum(lost_micros)::bigint from delivery.leases where plan_id = $1) as lost_micros`,
    [plan_id],
  )
  expect(spent).toEqual([{ charge_micros: 10_000_000n, lost_micros: 5_000_000n }])
})

test('a lost bid counts for no cap of its device, one that nobody tells of does', async () => {
  const { key } = await market.addPlacement({ price: '1.00', categories_refused: 'games_puzzle' })
  const product_id = await market.addProduct({ category: 'games_drawn' })
  await market.place(customer_id, 50_000_000n, product_id, 1)
  await t.services.delivery.refresh()
  const visitor = auctioneer(t.server, { origin, address: newAddress() })
  for (let shown = 0; shown < 6; shown += 1) {
    const [bid] = bidsIn(await visitor.ask(bannerRequest(key)))
    expect((await visitor.tell(bid?.lurl ?? '')).statusCode, String(shown)).toBe(204)
  }
  const other = auctioneer(t.server, { origin, address: newAddress() })
  const bids: number[] = []
  for (let shown = 0; shown < 6; shown += 1) bids.push(bidsIn(await other.ask(bannerRequest(key))).length)
  expect(bids).toEqual([1, 1, 1, 1, 0, 0])
})

test('over a socket, ahead of the router, a request is answered as through it', async () => {
  const { key } = await market.addPlacement({ price: '1.00', categories_refused: 'games_puzzle' })
  const port = await t.listen()
  const ask = (body: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/openrtb2/auction`, {
      method: 'POST',
      headers: { 'user-agent': PHONE, origin, 'content-type': 'text/plain', ...headers },
      body,
    })
  await t.services.delivery.refresh()
  const answered = await ask(JSON.stringify(bannerRequest(key)))
  expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect(await answered.json()).toMatchObject({ id: 'auction-1', seatbid: [{ bid: [{ impid: '1' }] }] })
  const none = await ask(JSON.stringify(bannerRequest(key, { tmax: 1 })))
  expect([none.status, await none.text()]).toEqual([204, ''])
  expect((await ask('{"id":')).status).toBe(400)
  expect((await ask(JSON.stringify({ id: 'x'.repeat(70_000) }))).status).toBe(400)
  expect((await ask('{}', { authorization: 'Bearer nobody' })).status).toBe(401)
  const asked = await fetch(`http://127.0.0.1:${port}/openrtb2/auction`, { method: 'OPTIONS' })
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type'])
})
