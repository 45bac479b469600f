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
