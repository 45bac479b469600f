import { afterAll, describe, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { eventIdOf } from './events/event-ids.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const HEADERS = { 'user-agent': PHONE, 'content-type': 'text/plain' }

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const video = await market.addPlacement({ format: 'video' })
const { customer_id } = await market.customerWith('400.00')
const plan_ids = [await market.place(customer_id, 60_000_000n), await market.place(customer_id, 60_000_000n)]
await t.services.delivery.refresh()

let devices = 0

async function ask(body: unknown, headers: Record<string, string> = { origin: market.origin }) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const url = '/delivery/v1/decisions'
  return await t.server.inject({
    method: 'POST',
    url,
    headers: { ...HEADERS, ...headers },
    payload,
  })
}

/** Asks for these placements from a device of its own; answers the plan of each, or the reason for none. */
async function plansOf(placements: readonly string[], more: Record<string, unknown> = {}) {
  devices += 1
  const slots = placements.map((placement) => ({ placement }))
  const reply = await ask({ slots, device: `device-of-several-${devices}`, ...more })
  const { decisions }: { decisions: { token?: string; reason?: string }[] } = reply.json()
  return decisions.map(({ token, reason }) => (token === undefined ? String(reason) : planOf(token)))
}

function planOf(token: string): string {
  const opened = t.services.delivery.codec.open(token, t.services.clock.now_ms())
  return typeof opened === 'string' ? opened : eventIdOf(opened.ids, 'plan_id')
}

const { placement_key } = market

describe('several slots at once', () => {
  test('show no plan twice while there is another, and again once all are shown [proof 879]', async () => {
    for (let page = 0; page < 10; page += 1) {
      const plans = await plansOf([placement_key, placement_key, placement_key])
      expect(new Set(plans.slice(0, 2))).toEqual(new Set(plan_ids))
      expect(plan_ids).toContain(plans[2])
    }
  })

  test('nor one that the page shows already, by its token', async () => {
    const [shown] = (await ask({ slots: [{ placement: placement_key }] })).json().decisions
    for (let page = 0; page < 10; page += 1) {
      const [other] = await plansOf([placement_key], { beside: [shown.token, 'no token'] })
      expect(other).not.toBe(planOf(shown.token))
    }
  })

  test('negative control: without being told, the same plan is drawn again', async () => {
    const drawn = await Promise.all(Array.from({ length: 20 }, () => plansOf([placement_key])))
    expect(new Set(drawn.flat())).toEqual(new Set(plan_ids))
  })

  test('each says why it is not filled; a fallback is shown in its place', async () => {
    expect(await plansOf([video.key, 'nobody'])).toEqual(['no_plan', 'placement_unknown'])
    const slots = [{ placement: video.key, fallbacks: ['nobody', placement_key] }]
    const [decision] = (await ask({ slots })).json().decisions
    expect(decision).toMatchObject({ fill: true, placement: placement_key })
    const none = [{ placement: video.key, fallbacks: ['nobody'] }]
    expect((await ask({ slots: none })).json().decisions).toMatchObject([{ fill: false, reason: 'no_plan' }])
  })

  test('a sandboxed frame shows nothing, whatever it tells; nor does a page within another’s [proof 970]', async () => {
    const [known] =
      (await t.db.asOwner<{ domain: string }>('select domain from marketplace.publishers')) ?? []
    const page = `https://${known?.domain}`
    const fill = async (headers: Record<string, string>, around?: string) => {
      const slots = [{ placement: placement_key }]
      const [decision] = (await ask({ slots, ...(around && { around }) }, headers)).json().decisions
      return decision.reason ?? 'filled'
    }
    expect(await fill({ origin: page })).toBe('filled')
    expect(await fill({ origin: page }, page)).toBe('filled')
    expect(await fill({ origin: 'null' }, page)).toBe('page_unknown')
    expect(await fill({ origin: 'null' })).toBe('page_unknown')
    expect(await fill({ origin: page }, 'https://elsewhere.example')).toBe('page_unknown')
    expect(await fill({ origin: 'https://elsewhere.example' }, page)).toBe('page_unknown')
    expect(await fill({ 'sec-fetch-site': 'cross-site' })).toBe('page_unknown')
  })
})

test.each([
  ['no slots', { slots: [] }, 'slots'],
  ['too many', { slots: Array.from({ length: 21 }, () => ({ placement: 'x' })) }, 'slots'],
  ['a slot without a placement', { slots: [{}] }, 'slots.0.placement'],
  ['an unknown field', { slots: [{ placement: 'x' }], price: 1 }, 'price'],
  ['a face that is none', { slots: [{ placement: 'x' }], channel: 'radio' }, 'channel'],
  ['no JSON', '{', undefined],
])('%s is malformed', async (_what, body, field) => {
  const reply = await ask(body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ reason: 'malformed', ...(field && { field }) })
})
