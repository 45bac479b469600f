import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { customer_id } = await market.customerWith('100.00')
await market.place(customer_id, 50_000_000n)
await t.services.delivery.refresh()
let clicked = 0

test('a link that a picture, a script or a frame asks for is no click; one that is opened is [proof 974]', async () => {
  const ask = (url: string, headers: Record<string, string> = {}) =>
    t.server.inject({ url, headers: { origin: market.origin, 'user-agent': PHONE, ...headers } })
  const { click_url } = (
    await ask(`/delivery/v1/decision?placement=${market.placement_key}&device=device-of-the-link`)
  ).json()
  const clicks = () => t.db.asOwner("select from delivery.events where kind = 'click'")
  for (const [dest, mode] of [
    ['image', 'no-cors'],
    ['empty', 'cors'],
    ['script', 'no-cors'],
    ['iframe', 'navigate'],
    ['object', 'navigate'],
    ['embed', 'navigate'],
    ['fencedframe', 'navigate'],
  ] as const) {
    const reply = await ask(click_url, { 'sec-fetch-dest': dest, 'sec-fetch-mode': mode })
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ reason: 'not_opened' })
  }
  expect(await clicks()).toEqual([])
  const opened = await ask(click_url, { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' })
  expect(opened.statusCode).toBe(302)
  expect(await clicks()).toHaveLength(1)
})

const CHROME =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0'
const VIEW = CHROME.replace('Pixel 8)', 'Pixel 8; wv)')
const PAGE = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }
const TAPPED = { ...PAGE, 'sec-fetch-user': '?1' }

test.each<[string, string, Record<string, string>, number]>([
  ['a script in Chromium', CHROME, PAGE, 0],
  ['a script in Firefox', FIREFOX, PAGE, 0],
  ['a script of the same site', CHROME, { ...PAGE, 'sec-fetch-site': 'same-site' }, 0],
  ['a tap in Chromium', CHROME, TAPPED, 1],
  ['a tap in Firefox', FIREFOX, TAPPED, 1],
  ['Safari, which tells of no tap', PHONE, PAGE, 1],
  ['Chrome on an iPhone, which is WebKit', PHONE.replace('Version/18.0', 'CriOS/130.0.1'), PAGE, 1],
  ['an app’s view', VIEW, PAGE, 1],
  ['another app, or an address that was typed', CHROME, { ...PAGE, 'sec-fetch-site': 'none' }, 1],
  ['a browser that says nothing', CHROME, {}, 1],
])(
  'a click of %s is led on, and counts by whether a visitor tapped [proof 1107]',
  async (_who, agent, headers, counted) => {
    const device = `device-${agent.length}-${JSON.stringify(headers)}`
      .replaceAll(/[^a-z0-9-]/gi, '')
      .slice(0, 60)
    const address = `198.51.100.${Math.floor(clicked / 4) + 1}`
    clicked += 1
    const ask = (url: string, more: Record<string, string> = {}) =>
      t.server.inject({
        url,
        headers: { origin: market.origin, 'user-agent': agent, ...more },
        remoteAddress: address,
      })
    const decision = await ask(`/delivery/v1/decision?placement=${market.placement_key}&device=${device}`)
    const { click_url } = decision.json()
    const clicks = async () => (await t.db.asOwner("select from delivery.events where kind = 'click'")).length
    const before = await clicks()
    expect((await ask(click_url, headers)).statusCode).toBe(302)
    expect(await clicks()).toBe(before + counted)
    // Its once is not spent by a script.
    expect((await ask(click_url, TAPPED)).statusCode).toBe(302)
    expect(await clicks()).toBe(before + 1)
  },
)
