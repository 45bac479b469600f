import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { faultsBySchema, SCHEMAS } from '../../../testing/openrtb/published-schema.ts'
import { faultsOfResponse } from '../../../testing/openrtb/response-rules.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { settleBooks } from '../index.ts'
import { auctioneer, bidsIn } from '../testing/auction.ts'

const PAGE = readFileSync(new URL('../../../../../../docs/exchanges.md', import.meta.url), 'utf8')

const t = await testProgram()
afterAll(() => t.close())

/** The JSON blocks of the page, in their order. */
const [REQUEST = '', RESPONSE = ''] = Array.from(
  PAGE.matchAll(/```json\n([\s\S]*?)\n```/g),
  ([, block = '']) => block,
)

test('an exchange is plugged in as its page says: key, request, answer, notices [proof 1008]', async () => {
  const market = await buildMarket(t.services, t.modules)
  const { customer_id } = await market.customerWith('100.00')
  await market.place(customer_id, 50_000_000n, market.product_id, 1)
  const [domain = ''] = /"asi": "([a-z.]+)"/.exec(REQUEST)?.slice(1) ?? []
  const company = { name: 'Bazaar', legal_name: 'Bazaar Ltd', account_name: 'Bazaar Ltd', domain }
  const documents = { evidence_hash: 'ab'.repeat(32), reason: 'documents seen' }
  const made = await market.office.decide('create-publisher', { ...company, ...documents })
  const publisher_id = String(made.publisher_id)
  const { key } = await market.addPlacement({ publisher_id })
  const given = await market.office.decide('give-exchange-key', { publisher_id, reason: 'contract' })
  await t.services.delivery.refresh()

  const exchange = auctioneer(t.server, { key: String(given.exchange_key) })
  // A busy machine may take longer for a plan's first lease than an exchange waits.
  const request = { ...JSON.parse(REQUEST.replace('"KEY"', JSON.stringify(key))), tmax: 60_000 }
  const reply = await exchange.ask(request)
  const answer = JSON.parse(reply.body)
  expect(faultsOfResponse(request, answer)).toEqual([])
  if (SCHEMAS !== undefined) {
    expect(faultsBySchema('BidRequest', request)).toEqual([])
    expect(faultsBySchema('BidResponse', answer)).toEqual([])
  }
  // The answer has the members and the values that the page shows, but for what is each time another.
  const [bid] = answer.seatbid[0].bid
  const shown = JSON.parse(RESPONSE)
  const [shown_bid] = shown.seatbid[0].bid
  expect(Object.keys(bid).toSorted()).toEqual(Object.keys(shown_bid).toSorted())
  const { id, adid, crid, adm, burl, lurl, ...fixed } = shown_bid
  expect(bid).toMatchObject(fixed)
  expect({ ...answer, seatbid: 0 }).toEqual({ ...shown, seatbid: 0 })

  expect((await exchange.tell(bid.burl)).statusCode).toBe(204)
  await settleBooks(t.services)
  const events = await t.db.asOwner(
    'select charge_micros - fee_micros as share_micros, rule from delivery.events where decision_id = $1',
    [bid.id],
  )
  expect(events).toEqual([{ share_micros: 1_600n, rule: null }])
  const [lost] = bidsIn(await exchange.ask({ ...request, id: 'auction-2' }))
  expect((await exchange.tell(lost?.lurl ?? '')).statusCode).toBe(204)
  expect((await exchange.tell(lost?.burl ?? '')).statusCode).toBe(403)
})

test('every reason that the page lists is one that is counted', () => {
  const listed = Array.from(PAGE.matchAll(/^\| `(bid_[a-z]+)` \|/gm), ([, reason]) => reason)
  expect(listed).toEqual([
    'bid_format',
    'bid_chain',
    'bid_currency',
    'bid_seat',
    'bid_time',
    'bid_blocked',
    'bid_floor',
  ])
})
