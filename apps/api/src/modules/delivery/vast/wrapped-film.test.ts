import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portOf } from '../../../lib/addresses/port-of.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { isVast } from '../../../testing/vast/check-vast.ts'
import { aFilm, FILM_MS } from '../../../testing/worlds/a-film.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const t = await testProgram({ settings: { ...testSettings(), fetches_from: 'this_machine' } })
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
/** The advertiser's ad server: a document that leads on, one with a film, one that leads to itself, and the film. */
let ads = ''
let devices = 0

beforeAll(async () => {
  const film = await aFilm()
  const server = createServer(({ url = '' }, reply) => {
    if (url === '/film.mp4') {
      reply.writeHead(200, { 'content-type': 'video/mp4' }).end(film)
      return
    }
    const on = (to: string) => `<Wrapper><VASTAdTagURI><![CDATA[${ads}${to}]]></VASTAdTagURI></Wrapper>`
    const media = `<MediaFile type="video/mp4" delivery="progressive">${ads}/film.mp4</MediaFile>`
    const linear = `<Linear><MediaFiles>${media}</MediaFiles></Linear>`
    const inLine = `<InLine><Creatives><Creative>${linear}</Creative></Creatives></InLine>`
    const ad = url.startsWith('/begin') ? on('/film') : url.startsWith('/film') ? inLine : on('/circle')
    reply
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<VAST version="4.2"><Ad>${ad}</Ad></VAST>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ads = `http://127.0.0.1:${portOf(server)}`
  return () => void server.close()
})

async function create(flags: Record<string, string>) {
  const product_id = await market.addProduct({ category: 'games_films', type: 'video' })
  const draft = { product_id, kind: 'video', headline: 'Meadow', body: 'Play', ...flags }
  return { product_id, made: await market.office.run('create-creative', draft) }
}

async function documentFor(placement: string, query = ''): Promise<string> {
  let document = ''
  const ask = async () => {
    devices += 1
    const url = `/delivery/v1/vast/${placement}?device=device-of-a-wrapper-${devices}${query}`
    document = (await t.server.inject({ url, headers: { 'user-agent': PHONE, origin: market.origin } })).body
    return document.includes('<Ad ')
  }
  await expect.poll(ask).toBe(true)
  expect(isVast(document)).toBe(true)
  return document
}

test('a film from an ad server is kept and shown as reviewed; a player that follows wrappers is sent there, and reports here [proof 1002]', async () => {
  const { product_id, made } = await create({ vast_url: `${ads}/begin?r=[CACHEBUSTING]` })
  const { creative_id, asset_sha256 } = made
  const [draft] = (await market.office.list('list-drafts')).filter((one) => one.creative_id === creative_id)
  expect(draft).toMatchObject({
    vast_url: `${ads}/begin?r=[CACHEBUSTING]`,
    source_url: `${ads}/film.mp4`,
    film_ms: FILM_MS,
  })
  await market.office.check('approve-creative', { creative_id, asset_sha256 })
  const on_impressions = await market.addPlacement({ format: 'video' })
  const on_clicks = await market.addPlacement({ format: 'video', price_model: 'CPC', price: '0.50' })
  const customer = await market.customerWith('200.00')
  await market.place(customer.customer_id, 150_000_000n, product_id, 1)
  await t.services.delivery.refresh()
  const kept = `/delivery/v1/asset/${asset_sha256}`
  expect(await documentFor(on_impressions.key)).toContain(kept)
  // A click through a wrapper can't be checked, and would never be charged.
  expect(await documentFor(on_clicks.key, '&wrap=1')).toContain(kept)
  const wrapped = await documentFor(on_impressions.key, '&wrap=1')
  expect(wrapped).not.toContain(kept)
  expect(wrapped).toContain(`<VASTAdTagURI><![CDATA[${ads}/begin?r=[CACHEBUSTING]]]></VASTAdTagURI>`)
  expect(wrapped).toContain('followAdditionalWrappers="true"')
  const [token = ''] = /(?<=[?&]t=)[\w-]+/.exec(wrapped) ?? []
  const report = (kind: string) =>
    t.server.inject({
      url: `/delivery/v1/pixel?t=${token}&k=${kind}`,
      headers: { 'user-agent': PHONE, origin: market.origin },
    })
  await report('impression')
  await t.advance(FILM_MS)
  await report('video_100')
  const opened = t.services.delivery.codec.open(token, t.services.clock.now_ms())
  expect(opened).toMatchObject({ film_ms: FILM_MS, channel: 'vast' })
  const events = await t.db.asOwner(
    `select kind, charge_micros > 0 as is_charged, rule from delivery.events
     where placement_id = $1 order by event_id`,
    [on_impressions.placement_id],
  )
  expect(events).toEqual([
    { kind: 'impression', is_charged: true, rule: null },
    { kind: 'video_100', is_charged: false, rule: null },
  ])
})

test('wrappers in a circle, and what is no ad server’s address for a film, are refused [proof 1129]', async () => {
  expect(await reasonOf(create({ vast_url: `${ads}/circle` }))).toBe('url_redirects_too_many')
  expect(await reasonOf(create({ vast_url: `${ads}/film.mp4` }))).toBe('url_content_differs')
  expect(await reasonOf(create({ vast_url: 'ftp://ads.example/' }))).toBe('field_invalid')
  expect(await reasonOf(create({ vast_url: `${ads}/begin`, url: `${ads}/film.mp4` }))).toBe('field_invalid')
  expect(await reasonOf(create({ vast_url: `${ads}/begin`, kind: 'image' }))).toBe('field_invalid')
})
