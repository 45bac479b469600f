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

/** How many of some devices are shown a plan on a placement. */
async function shownOf(plan_id: string, key: string): Promise<number> {
  let shown = 0
  for (let device = 0; device < ASKED; device += 1) {
    const query = new URLSearchParams({ placement: key, device: `device-${device}-of-${key.slice(0, 8)}` })
    const url = `/delivery/v1/decision?${query}`
    const { token } = (
      await t.server.inject({ url, headers: { 'user-agent': PHONE, origin: market.origin } })
    ).json()
    const opened = t.services.delivery.codec.open(token, t.services.clock.now_ms())
    if (typeof opened === 'string') throw new Error(opened)
    if (eventIdOf(opened.ids, 'plan_id') === plan_id) shown += 1
  }
  return shown
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
  // What a node has learned is read with a lease, and it has none yet.
  expect(await shownOf(here, market.placement_key)).toBeGreaterThan(0.8 * ASKED)
  expect(await shownOf(here, other.key)).toBeLessThan(0.2 * ASKED)
  expect(await explained(here, market.placement_key)).toBeGreaterThan(90)
  expect(await explained(here, other.key)).toBeLessThan(10)
}, 60_000)
