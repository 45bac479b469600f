import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { isVast } from '../../../testing/vast/check-vast.ts'
import { FILM_MS } from '../../../testing/worlds/a-film.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { type XmlElement, xmlElementsOf } from '../../../testing/xml-elements.ts'
import { addFilmProduct } from '../testing/film-market.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const VAST = '/delivery/v1/vast'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
let key = ''
let placement_id = ''
let page = ''
let devices = 0

beforeAll(async () => {
  const product_id = await addFilmProduct(market, 'games_films', { skip_after_s: '5' })
  const placement = await market.addPlacement({ format: 'video' })
  key = placement.key
  placement_id = placement.placement_id
  const customer = await market.customerWith('100.00')
  await market.place(customer.customer_id, 50_000_000n, product_id, 1)
  await t.services.delivery.refresh()
  const publisher = await t.db.asOwner<{ domain: string }>(
    'select domain from marketplace.publishers where publisher_id = $1',
    [market.publisher_id],
  )
  page = `https://www.${publisher[0]?.domain}`
})

interface Ask {
  placement?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  method?: 'GET' | 'HEAD'
}

async function ask({ placement = key, query = {}, headers = {}, method = 'GET' }: Ask = {}) {
  devices += 1
  const fields = new URLSearchParams({ device: `device-of-a-player-${devices}`, ...query })
  const url = `${VAST}/${placement}?${fields}`
  return await t.server.inject({ method, url, headers: { 'user-agent': PHONE, origin: page, ...headers } })
}

/** A document with an advertisement; the first one waits until the plan's budget has been leased. */
async function filled(asked?: Ask): Promise<string> {
  let document = ''
  const asking = async () => {
    document = (await ask(asked)).body
    return document.includes('<InLine>')
  }
  await expect.poll(asking).toBe(true)
  expect(isVast(document)).toBe(true)
  return document
}

function elementsOf(document: string, name: string): XmlElement[] {
  const inside = (element: XmlElement): XmlElement[] =>
    (element.name === name ? [element] : []).concat(element.children.flatMap(inside))
  return [xmlElementsOf(document)].flat().flatMap((one) => (typeof one === 'string' ? [] : inside(one)))
}

/** The addresses that a player asks, by what it reports. */
function reportsOf(document: string): Map<string, string> {
  const told = (name: string) => elementsOf(document, name)[0]?.text ?? ''
  const tracked = elementsOf(document, 'Tracking').map(
    ({ attributes, text }) => [attributes.event ?? '', text] as const,
  )
  return new Map([
    ...(['Impression', 'Viewable', 'Error'] as const).map((name) => [name, told(name)] as const),
    ...tracked,
  ])
}

/** Asks an address as a player's picture does, its macros filled. */
async function open(address: string, headers: Record<string, string> = {}, code = '402') {
  const url = new URL(address.replace('[ERRORCODE]', code).replace('[CACHEBUSTING]', '12345678'))
  return await t.server.inject({
    url: `${url.pathname}${url.search}`,
    headers: { 'user-agent': PHONE, referer: `${page}/article`, ...headers },
  })
}

/** Of a document's decision: its events, in their order. */
async function eventsOf(document: string): Promise<{ kind: string; rule: string | null }[]> {
  const [serving] = elementsOf(document, 'AdServingId')
  return await t.db.asOwner(
    'select kind, rule from delivery.events where decision_id = $1 order by event_id',
    [serving?.text],
  )
}

async function errorsCounted(): Promise<unknown[]> {
  await t.services.delivery.counters.flush()
  const counted = Object(await market.office.run('delivery-counts', {}))
  return counted.player_errors
}

describe('a player', () => {
  test('is given a film, and each of its reports counts once [proof 996]', async () => {
    const document = await filled()
    const reports = reportsOf(document)
    expect([...reports.keys()]).toEqual([
      ...[
        'Impression',
        'Viewable',
        'Error',
        'start',
        'firstQuartile',
        'midpoint',
        'thirdQuartile',
        'complete',
      ],
      ...['pause', 'resume', 'mute', 'unmute', 'skip'],
    ])
    await open(reports.get('Impression') ?? '')
    await t.advance(FILM_MS)
    for (const address of [...reports.values(), ...reports.values()])
      expect((await open(address)).headers['content-type']).toBe('image/gif')
    const kinds = ['impression', 'viewable', 'video_error', 'video_start', 'video_25', 'video_50', 'video_75']
    expect(await eventsOf(document)).toEqual(
      [
        ...kinds,
        ...['video_100', 'video_pause', 'video_resume', 'video_mute', 'video_unmute', 'video_skip'],
      ].map((kind) => ({ kind, rule: null })),
    )
    const [token = ''] = /(?<=[?&]t=)[\w-]+/.exec(reports.get('start') ?? '') ?? []
    expect(t.services.delivery.codec.open(token, t.services.clock.now_ms())).toMatchObject({
      channel: 'vast',
      film_ms: FILM_MS,
    })
    expect(elementsOf(document, 'Duration')[0]?.text).toBe('00:00:08.000')
  })

  test('is sent on where its visitor taps', async () => {
    const [way] = elementsOf(await filled(), 'ClickThrough')
    const reply = await open(way?.text ?? '')
    expect([reply.statusCode, reply.headers.location]).toEqual([302, expect.stringContaining('shop.example')])
  })

  test('that reports sooner than the film plays, or ahead of its visitor, is not counted [proof 997]', async () => {
    const document = await filled()
    const reports = reportsOf(document)
    await open(reports.get('Impression') ?? '', { 'sec-purpose': 'prefetch' })
    await open(reports.get('thirdQuartile') ?? '')
    await t.advance(FILM_MS)
    await open(reports.get('complete') ?? '')
    expect(await eventsOf(document)).toEqual([
      { kind: 'impression', rule: 'prefetch' },
      { kind: 'video_75', rule: 'impossible_times' },
      { kind: 'video_100', rule: null },
    ])
  })

  test('is answered with credentials as well, which are none', async () => {
    const reply = await ask()
    expect(reply.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'access-control-allow-origin': page,
      'access-control-allow-credentials': 'true',
      vary: 'origin',
      'cache-control': 'no-store',
    })
    const of_app = await t.server.inject({ url: `${VAST}/${key}`, headers: { 'user-agent': PHONE } })
    expect(of_app.headers['access-control-allow-origin']).toBe('*')
    expect(of_app.headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('may leave macros that it knows nothing for', async () => {
    for (const [index, unknown] of ['[PAGEURL]', '-1', '-2', ''].entries()) {
      const query = { around: unknown, keywords: unknown, device: unknown }
      // Without an id a device is known by its browser, and shown a plan so often only.
      await filled({ query, headers: { 'user-agent': `${PHONE} Visit/${index}` } })
    }
    await filled({ query: { around: `${page}/article?x=1` } })
    const reply = await ask({ query: { keywords: 'x'.repeat(41) } })
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { accepted: 0, reason: 'malformed', field: 'keywords.0' },
    ])
  })

  test('that asks for the header fields alone gets no advertisement', async () => {
    await t.services.delivery.counters.flush()
    const count = async () => (await t.db.asOwner('select sum(count) from delivery.decision_counts'))[0]
    const before = await count()
    const reply = await ask({ method: 'HEAD' })
    expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
      200,
      'application/xml; charset=utf-8',
      '',
    ])
    expect((await ask({ method: 'HEAD', query: { device: 'x'.repeat(65) } })).statusCode).toBe(400)
    await t.services.delivery.counters.flush()
    expect(await count()).toEqual(before)
  })
})

describe('without an advertisement', () => {
  test.each([
    ['page_unknown', { headers: { origin: 'https://elsewhere.example' } }],
    ['page_unknown', { query: { around: 'https://elsewhere.example/page' } }],
    ['page_unknown', { headers: { origin: 'null' } }],
    ['crawler', { headers: { 'user-agent': 'curl/8.5.0' } }],
    ['placement_unknown', { placement: 'nobodys-placement' }],
  ])('the document is empty and says %s [proof 998]', async (reason, asked: Ask) => {
    const { body, statusCode } = await ask(asked)
    expect(statusCode).toBe(200)
    expect(isVast(body)).toBe(true)
    expect(elementsOf(body, 'Ad')).toEqual([])
    expect(elementsOf(body, 'Error')[0]?.text).toContain(`/error?reason=${reason}&e=[ERRORCODE]`)
  })

  test('a placement for pictures has no film to show', async () => {
    const { body } = await ask({ placement: market.placement_key })
    expect(elementsOf(body, 'Error')[0]?.text).toContain('reason=placement_unknown')
  })

  test('what players report is counted by placement and code, of known placements alone [proof 999]', async () => {
    const empty = await ask({ headers: { origin: 'https://elsewhere.example' } })
    const told = elementsOf(empty.body, 'Error')[0]?.text ?? ''
    const errors = new Map(
      (await errorsCounted()).map((row) => {
        const { placement_id, code, count } = Object(row)
        return [`${placement_id} ${code}`, Number(count)]
      }),
    )
    await open(told, {}, '303')
    await open(told, {}, '303')
    await open(told, {}, '[ERRORCODE]')
    await open(told.replace(key, 'nobodys-placement'), {}, '303')
    const failed = reportsOf(await filled()).get('Error') ?? ''
    await open(failed, {}, '405')
    // The same again is no other error.
    await open(failed, {}, '405')
    await open(failed.replace('t=', 't=x'), {}, '405')
    const counted = await errorsCounted()
    const grown = counted.flatMap((row) => {
      const { placement_id: of, code, count } = Object(row)
      const more = Number(count) - (errors.get(`${of} ${code}`) ?? 0)
      return more > 0 ? [{ placement_id: of, code, more }] : []
    })
    expect(grown).toEqual([
      { placement_id, code: 303, more: 2 },
      { placement_id, code: 405, more: 1 },
      { placement_id, code: 900, more: 1 },
    ])
  })
})
