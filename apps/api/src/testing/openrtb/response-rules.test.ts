import { describe, expect, test } from 'vitest'
import { faultsBySchema, SCHEMAS } from './published-schema.ts'
import { faultsOfResponse } from './response-rules.ts'

const request = { id: 'a', imp: [{ id: '1', bidfloor: 1 }] }
const bid = {
  id: 'b',
  impid: '1',
  price: 1.6,
  adid: 'c',
  crid: 'c',
  adomain: ['shop.example'],
  cat: ['IAB9-30'],
  cattax: 1,
  mtype: 1,
  adm: '<a href="https://ads.example/x"><img src="https://ads.example/y" alt="Fruit &amp; more"></a>',
  w: 300,
  h: 250,
  exp: 300,
  burl: `https://ads.example/won?price=$${'{AUCTION_PRICE}'}`,
  lurl: `https://ads.example/lost?reason=$${'{AUCTION_LOSS}'}`,
}
const response = (change: object = {}) => ({
  id: 'a',
  cur: 'USD',
  seatbid: [{ seat: 'adtally', group: 0, bid: [{ ...bid, ...change }] }],
})
const native = (change: object = {}) => ({
  mtype: 4,
  adm: JSON.stringify({
    ver: '1.2',
    assets: [{ id: 1, title: { text: 'Fruit', len: 5 } }],
    link: { url: 'https://x.example' },
    ...change,
  }),
})
const asking = { ...request, imp: [{ id: '1', native: { request: '{"assets":[{"id":1,"required":1}]}' } }] }

describe('a response that breaks a rule of OpenRTB 2.6 is found', () => {
  test('and one that breaks none is not', () => {
    expect(faultsOfResponse(request, response())).toEqual([])
    expect(faultsOfResponse(asking, response(native()))).toEqual([])
  })

  test.each<[string, unknown]>([
    ['another request’s', { ...response(), id: 'z' }],
    ['no currency of ISO 4217', { ...response(), cur: 'usd' }],
    ['no seats', { ...response(), seatbid: [] }],
    ['a price as text', response({ price: '1.60' })],
    ['a price of nothing', response({ price: 0 })],
    ['a price below the floor', response({ price: 0.99 })],
    ['an impression nobody asked for', response({ impid: '2' })],
    ['no advertiser', response({ adomain: [] })],
    ['an advertiser’s address for its domain', response({ adomain: ['https://shop.example/'] })],
    ['a category of our own', response({ cat: ['games_puzzle'] })],
    ['a category of no taxonomy', response({ cattax: undefined })],
    ['a kind of markup that there is not', response({ mtype: 9 })],
    ['a member that nobody knows', response({ bid_price: 1 })],
    ['half a pixel', response({ w: 300.5 })],
    ['a notice without its macro', response({ burl: 'https://ads.example/won' })],
    ['a loss without its macro', response({ lurl: 'https://ads.example/lost' })],
    ['markup that runs', response({ adm: '<a href="x"><img src="y" onload="z()"></a>' })],
    ['markup that ends its attribute', response({ adm: '<a href="x"><img alt=""></a><script>z()</script>' })],
    ['two bids of one id', { ...response(), seatbid: [{ seat: 's', group: 0, bid: [bid, bid] }] }],
    ['native where nobody asked for it', response(native())],
  ])('%s', (_what, broken) => expect(faultsOfResponse(request, broken)).not.toEqual([]))

  test.each<[string, object]>([
    ['of another version', native({ ver: '1.0' })],
    ['without its link', native({ link: undefined })],
    ['without a required asset', native({ assets: [{ id: 2, title: { text: 'x', len: 1 } }] })],
    ['with an empty list of trackers', native({ eventtrackers: [] })],
  ])('native %s', (_what, change) => expect(faultsOfResponse(asking, response(change))).not.toEqual([]))

  // Where OPENRTB_SCHEMAS names no folder, our own words stand alone.
  test('and the published schema, where there is one, says so of what it has', () => {
    if (SCHEMAS === undefined) return
    expect(faultsBySchema('BidResponse', response())).toEqual([])
    expect(faultsBySchema('BidResponse', response(native()))).toEqual([])
    for (const change of [{ price: '1.60' }, { mtype: 9 }, { w: 300.5 }, { impid: undefined }])
      expect(faultsBySchema('BidResponse', response(change)), JSON.stringify(change)).not.toEqual([])
    expect(faultsBySchema('BidRequest', request)).toEqual([])
    expect(faultsBySchema('BidRequest', { ...request, imp: [{ id: 1 }] })).not.toEqual([])
  })
})
