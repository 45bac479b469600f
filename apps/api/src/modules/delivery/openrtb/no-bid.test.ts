import { afterAll, describe, expect, test } from 'vitest'
import { fileOf } from '../../../modules/given-file.ts'
import { faultsOfResponse } from '../../../testing/openrtb/response-rules.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { PICTURE } from '../../../testing/worlds/busy-customer.ts'
import { readDecisionCounts } from '../decisions/counters.repository.ts'
import { auctioneer, bannerRequest, bidsIn, PHONE } from '../testing/auction.ts'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { customer_id } = await market.customerWith('500.00')
await market.place(customer_id, 100_000_000n, market.product_id, 1)
const clicks = await market.addPlacement({ price_model: 'CPC', price: '0.20' })
const films = await market.addPlacement({ format: 'video', width: '640', height: '360' })
await t.services.delivery.refresh()
const [{ domain } = { domain: '' }] = await t.db.asOwner<{ domain: string }>(
  'select domain from marketplace.publishers where publisher_id = $1',
  [market.publisher_id],
)
const origin = `https://${domain}`
const KEY = market.placement_key

/** Requests so far by what became of them. */
async function outcomes(): Promise<Map<string, bigint>> {
  await t.services.delivery.counters.flush()
  const rows = await t.system((tx) => readDecisionCounts(tx, new Date(0)))
  const counts = new Map<string, bigint>()
  for (const { outcome, count } of rows) counts.set(outcome, (counts.get(outcome) ?? 0n) + count)
  return counts
}

/** What a request changed in the counts: outcomes and how often. */
async function counted(ask: () => Promise<{ statusCode: number; body: string }>) {
  const before = await outcomes()
  const reply = await ask()
  const after = await outcomes()
  const changed = [...after].flatMap(([outcome, count]) => {
    const more = count - (before.get(outcome) ?? 0n)
    return more > 0n ? [`${outcome} ${more}`] : []
  })
  return { status: reply.statusCode, body: reply.body, changed }
}

const page = () => auctioneer(t.server, { origin })

describe('a request without a bid answers 204, its reason counted for each impression', () => {
  test.each<[string, object, object]>([
    ['placement_unknown', {}, { tagid: 'no-such-placement' }],
    ['bid_format', {}, { banner: { w: 728, h: 90 } }],
    ['bid_format', {}, { banner: { btype: [2] } }],
    ['bid_format', {}, { banner: undefined }],
    ['bid_format', {}, { secure: 1 }],
    ['bid_format', {}, { tagid: clicks.key }],
    ['bid_format', {}, { tagid: films.key, video: { mimes: ['video/webm'] } }],
    ['bid_currency', { cur: ['EUR', 'JPY'] }, {}],
    ['bid_currency', {}, { bidfloor: 0.1, bidfloorcur: 'XTS' }],
    ['bid_seat', { wseat: ['somebody'] }, {}],
    ['bid_seat', { bseat: ['adtally'] }, {}],
    ['bid_time', { tmax: 1 }, {}],
    ['bid_time', { tmax: 0 }, {}],
    ['bid_blocked', { bcat: ['IAB9-30'] }, {}],
    ['bid_blocked', { bcat: ['IAB9'] }, {}],
    ['bid_blocked', { bcat: ['150'], cattax: 7 }, {}],
    ['bid_blocked', { badv: ['rival.example', 'SHOP.example'] }, {}],
    ['bid_blocked', { badv: ['www.shop.example'] }, {}],
    ['bid_floor', {}, { bidfloor: 1.600001 }],
    ['bid_floor', {}, { bidfloor: 1_000_000_000, bidfloorcur: 'USD' }],
  ])('%s: %j %j [proof 1012]', async (reason, members, impression) => {
    const { status, body, changed } = await counted(() => page().ask(bannerRequest(KEY, members, impression)))
    expect([status, body, changed]).toEqual([204, '', [`${reason} 1`]])
  })

  test('what does not concern it gets its bid', async () => {
    const passed = {
      bcat: ['IAB7', 'IAB9-3'],
      badv: ['shop.example.org'],
      wseat: ['adtally'],
      cur: ['EUR', 'usd'],
      tmax: 500,
    }
    const reply = await page().ask(bannerRequest(KEY, passed, { bidfloor: 1.6, bidfloorcur: 'usd' }))
    expect(bidsIn(reply)).toHaveLength(1)
    expect(
      bidsIn(await page().ask(bannerRequest(KEY, {}, { bidfloor: 0, bidfloorcur: 'XTS' }))),
    ).toHaveLength(1)
  })
})

describe('a page is judged as the tag’s are', () => {
  test.each<[string, Record<string, string>, object]>([
    ['another site’s', { origin: 'https://evil.example' }, {}],
    ['a sandboxed frame', { origin: 'null' }, {}],
    ['an empty origin', { origin: '' }, {}],
    ['within another site', {}, { site: { page: 'https://evil.example/frame' } }],
    ['one that calls itself nothing', {}, { site: { page: 'nonsense' } }],
    ['a script', {}, { site: { page: 'javascript:void(0)' } }],
    ['a document of its own text', {}, { site: { page: 'data:text/html,<p>' } }],
  ])('%s [proof 1013]', async (_who, headers, members) => {
    const { status, changed } = await counted(() => page().ask(bannerRequest(KEY, members), headers))
    expect([status, changed]).toEqual([204, ['page_unknown 1']])
  })

  test('control: its own page, within its own page', async () => {
    expect(bidsIn(await page().ask(bannerRequest(KEY, { site: { page: `${origin}/a?b=c` } })))).toHaveLength(
      1,
    )
  })

  test('what comes from no page at all shows a key or gets nothing', async () => {
    const app = auctioneer(t.server, {})
    for (const members of [{}, { site: { page: origin } }, { app: { bundle: 'an.app' } }]) {
      const { status, changed } = await counted(() => app.ask(bannerRequest(KEY, members)))
      expect([status, changed]).toEqual([204, ['page_missing 1']])
    }
  })

  test('what a page says of its visitor is not believed', async () => {
    const crawler = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }
    const request = bannerRequest(KEY, { device: { ua: PHONE, ip: '8.8.8.8' } })
    expect((await counted(() => page().ask(request, crawler))).changed).toEqual(['crawler 1'])
  })
})

describe('a malformed request is refused whole, with the member at fault', () => {
  const imp = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: String(index), tagid: KEY, banner: {} }))
  test.each<[string, unknown, string | undefined]>([
    ['500 impressions', { id: '1', imp: imp(500) }, 'imp'],
    ['none', { id: '1', imp: [] }, 'imp'],
    ['no id', { imp: imp(1) }, 'id'],
    ['two impressions of one id', { id: '1', imp: [...imp(1), ...imp(1)] }, 'imp'],
    ['a floor that is no number', '{"id":"1","imp":[{"id":"1","bidfloor":NaN}]}', undefined],
    ['a floor as text', bannerRequest(KEY, {}, { bidfloor: 'NaN' }), 'imp.0.bidfloor'],
    ['a floor below 0', bannerRequest(KEY, {}, { bidfloor: -1 }), 'imp.0.bidfloor'],
    ['an endless floor', '{"id":"1","imp":[{"id":"1","bidfloor":1e999}]}', 'imp.0.bidfloor'],
    [
      'a currency of 1,000 letters',
      bannerRequest(KEY, {}, { bidfloorcur: 'x'.repeat(1_000) }),
      'imp.0.bidfloorcur',
    ],
    ['an id of 10,000 letters', bannerRequest(KEY, { id: 'x'.repeat(10_000) }), 'id'],
    ['a time below 0', bannerRequest(KEY, { tmax: -5 }), 'tmax'],
    ['a flag of 2', bannerRequest(KEY, { test: 2 }), 'test'],
    [
      'a chain without nodes',
      bannerRequest(KEY, { source: { schain: { complete: 1, ver: '1.0', nodes: [] } } }),
      'source.schain.nodes',
    ],
    ['a list', [], undefined],
    ['cut JSON', '{"id":', undefined],
    ['nothing', '', undefined],
  ])('%s [proof 1014]', async (_what, request, field) => {
    const { status, body, changed } = await counted(() => page().ask(request))
    expect([status, changed]).toEqual([400, []])
    expect(JSON.parse(body)).toEqual({ accepted: 0, reason: 'malformed', ...(field && { field }) })
  })

  test('more bytes than a request has are not read', async () => {
    const reply = await page().ask(bannerRequest(KEY, { user: { consent: 'x'.repeat(70_000) } }))
    expect(reply.statusCode).toBe(400)
  })

  test('several impressions are answered each for itself, no plan twice while there is another', async () => {
    const request = {
      id: 'several',
      imp: [
        { id: 'a', tagid: KEY, banner: {} },
        { id: 'b', tagid: 'nobody', banner: {} },
        { id: 'c', tagid: KEY, banner: {}, bidfloor: 5 },
        { id: 'd', tagid: KEY, banner: {} },
      ],
    }
    const { body, changed } = await counted(() => page().ask(request))
    expect(faultsOfResponse(request, JSON.parse(body))).toEqual([])
    expect(bidsIn({ statusCode: 200, body }).map(({ impid }) => impid)).toEqual(['a', 'd'])
    expect(changed.toSorted()).toEqual(['bid_floor 1', 'filled 2', 'placement_unknown 1'])
  })
})

describe('native is answered by Native Ads 1.2', () => {
  const asking = (assets: object[], more: object = {}) => ({
    native: { request: JSON.stringify({ ver: '1.2', assets, ...more }) },
    banner: undefined,
  })
  const title = { id: 1, required: 1, title: { len: 90 } }
  const picture = { id: 2, required: 1, img: { type: 3, wmin: 1, hmin: 1 } }

  test('every required asset, none cut, or no bid [proof 1015]', async () => {
    const { key } = await market.addPlacement({ format: 'native', categories_refused: 'games_puzzle' })
    const product_id = await market.addProduct({ category: 'shopping_food', name: 'Orchard <b>&"' })
    const file = fileOf('pixel.png', PICTURE)
    const shown = { product_id, kind: 'native', headline: 'Fruit & <more>', body: 'Fresh', file }
    const { creative_id, asset_sha256 } = await market.office.run('create-creative', shown)
    await market.office.check('approve-creative', { creative_id, asset_sha256 })
    await market.place(customer_id, 50_000_000n, product_id, 1)
    await t.services.delivery.refresh()
    const ask = (impression: object) => page().ask(bannerRequest(key, {}, impression))

    const data = [
      { id: 3, required: 1, data: { type: 2, len: 10 } },
      { id: 4, data: { type: 1 } },
      { id: 5, data: { type: 12 } },
    ]
    const wanted = asking([title, picture, ...data], { eventtrackers: [{ event: 2, methods: [1, 2] }] })
    const reply = await ask(wanted)
    const request = bannerRequest(key, {}, wanted)
    expect(faultsOfResponse(JSON.parse(JSON.stringify(request)), JSON.parse(reply.body))).toEqual([])
    const [bid] = bidsIn(reply)
    const answer = JSON.parse(bid?.adm ?? '{}')
    expect(answer.assets.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4])
    expect(answer.assets[0].title.text).toBe('Fruit & <more>')
    // The view's address counts once the bid is shown.
    await page().tell(bid?.burl ?? '')
    expect(answer.eventtrackers).toHaveLength(1)

    for (const unfit of [
      asking([{ id: 1, required: 1, title: { len: 5 } }]),
      asking([title, { id: 9, required: 1, data: { type: 12 } }]),
      asking([title, { id: 9, required: 1, img: { type: 1 } }]),
      asking([title, { id: 9, required: 1, img: { type: 3, wmin: 9_000 } }]),
      asking([title, { id: 9, required: 1, video: {} }]),
    ]) {
      expect((await counted(() => ask(unfit))).changed).toEqual(['bid_format 1'])
    }
    for (const unread of ['{', '[]', '{"assets":[]}', '"x"']) {
      const given = { native: { request: unread }, banner: undefined }
      expect((await counted(() => ask(given))).changed).toEqual(['bid_format 1'])
    }
  })
})
