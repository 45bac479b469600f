import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { asRole } from '../../as-role.ts'
import { eventIdOf } from '../events/event-ids.ts'
import { explainDecision } from '../explanation/explain-decision.ts'

const UNIT = 1_000_000n
const ASKED = 60
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const other = await market.addPlacement()
const customer = await market.customerWith('400.00')
const here = await market.place(customer.customer_id, 150n * UNIT, market.product_id, 1)
const there = await market.place(customer.customer_id, 150n * UNIT, await market.addProduct(), 1)

/** As the roll-ups have it: as many impressions on both placements, and conversions. */
async function converts(plan_id: string, conversions: { on_first: number; on_other: number }): Promise<void> {
  const counts = [conversions.on_first, conversions.on_other] as const
  for (const [index, placement_id] of [market.placement_id, other.placement_id].entries()) {
    await t.db.asOwner(
      `insert into statistics.plan_placements (plan_id, placement_id, publisher_id, customer_id, impressions, conversions)
       values ($1, $2, $3, $4, 5000, $5)`,
      [plan_id, placement_id, market.publisher_id, customer.customer_id, counts[index]],
    )
  }
}

/** The plan that a device is shown on a placement. */
async function planShown(key: string, device: string): Promise<string> {
  const url = `/delivery/v1/decision?${new URLSearchParams({ placement: key, device })}`
  const headers = { 'user-agent': PHONE, origin: market.origin }
  const { token } = (await t.server.inject({ url, headers })).json()
  const opened = t.services.delivery.codec.open(token, t.services.clock.now_ms())
  if (typeof opened === 'string') throw new Error(opened)
  return eventIdOf(opened.ids, 'plan_id')
}

/** How many of some devices are shown a plan on a placement. */
async function shownOf(plan_id: string, key: string): Promise<number> {
  let shown = 0
  for (let device = 0; device < ASKED; device += 1)
    if ((await planShown(key, `device-${device}-of-${key.slice(0, 8)}`)) === plan_id) shown += 1
  return shown
}

/** What a node has learned of a plan is read with its lease, and it asks for that when the plan is first drawn. */
async function bothAreLeased(): Promise<void> {
  const seen = new Set<string>()
  for (let device = 0; seen.size < 2; device += 1) {
    if (device > 500) throw new Error('one of two plans was never shown to 500 devices')
    seen.add(await planShown(market.placement_key, `first-device-${device}-of-all`))
  }
}

async function explained(plan_id: string, placement: string): Promise<number> {
  const { plans } = await explainDecision(asRole(t.services, 'office'), {
    placement,
    visitor: { country: null, device: 'phone', operating_system: 'ios', language: null, keywords: [] },
    publisher_id: null,
    at_ms: t.services.clock.now_ms(),
  })
  return plans.find((plan) => plan.plan_id === plan_id)?.shown_percent ?? 0
}

test('of two plans that convert as often, each is shown most on the placement on which it does, and staff are told so [proof 1058]', async () => {
  await t.services.delivery.refresh()
  expect(await explained(here, market.placement_key), 'control: nothing is known').toBeGreaterThan(25)
  expect(await explained(here, market.placement_key), 'control: nothing is known').toBeLessThan(75)
  await converts(here, { on_first: 100, on_other: 5 })
  await converts(there, { on_first: 5, on_other: 100 })
  await bothAreLeased()
  // Of four contenders all are the other plan one time in sixteen.
  expect(await shownOf(here, market.placement_key)).toBeGreaterThan(0.7 * ASKED)
  expect(await shownOf(here, other.key)).toBeLessThan(0.3 * ASKED)
  expect(await explained(here, market.placement_key)).toBeGreaterThan(90)
  expect(await explained(here, other.key)).toBeLessThan(10)
}, 60_000)
