import { afterAll, expect, test } from 'vitest'
import { atNoon } from '../../../testing/servers/at-noon.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { registerNode } from '../events/event.repository.ts'
import { grantLease } from '../testing/grant-lease.ts'

const UNIT = 1_000_000n
const PLANS = 40
const DECISIONS = 30

const t = await testServices()
await atNoon(t)
const market = await buildMarket(t.services, t.modules)
const { delivery } = t.services
afterAll(() => t?.close())

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

/** A decision for a device of its own: `filled`, or why not. */
async function decided(index: number): Promise<string> {
  const query = {
    placement: market.placement_key,
    device: `device-of-its-own-${index}`,
    headers: { origin: market.origin, 'user-agent': PHONE },
    address: '203.0.113.7',
    channel: 'tag' as const,
  }
  const { fill, reason } = JSON.parse((await delivery.decide(query)).json)
  return fill ? 'filled' : reason
}

const openLeases = async () =>
  await t.db.asOwner<{ plan_id: string }>('select plan_id from delivery.leases where closed_at is null')

test('of many plans only those that are drawn lease, and what is asked for at once leaves together [proof 854]', async () => {
  const { customer_id } = await market.customerWith('450.00')
  for (let plan = 0; plan < PLANS; plan += 1) await market.place(customer_id, 10n * UNIT)
  await delivery.refresh()
  expect(await decided(0)).toBe('filled')
  expect((await openLeases()).length).toBe(1)
  const answers = await Promise.all(Array.from({ length: DECISIONS }, (_, index) => decided(index + 1)))
  expect(answers).toEqual(answers.map(() => 'filled'))
  const leased = new Set((await openLeases()).map(({ plan_id }) => plan_id))
  expect(leased.size).toBeLessThanOrEqual(DECISIONS + 1)
  expect(leased.size).toBeLessThan(PLANS)
  expect((await openLeases()).length).toBe(leased.size)
})

test('a plan whose budget is leased away is drawn in vain, and another one is shown', async () => {
  const { customer_id } = await market.customerWith('450.00')
  const other = await market.addPlacement()
  const query = queryFor(other.key, '203.0.113.8')
  const spent = await market.place(customer_id, 10n * UNIT, market.product_id, 1)
  await delivery.refresh()
  const node_id = await registerNode(t.services.database)
  const whole = { node_id, slice_micros: 10n * UNIT, least_micros: 10n * UNIT }
  expect(await t.system((tx) => grantLease(tx, spent, whole))).not.toBe(null)
  for (let index = 0; index < 10; index += 1) {
    const { fill } = JSON.parse((await delivery.decide({ ...query, device: `another-device-${index}` })).json)
    expect(fill).toBe(true)
  }
})

test('a device that asks many times while a lease is on its way is shown a plan no more often than it may [proof 871]', async () => {
  const { customer_id } = await market.customerWith('450.00')
  const product_id = await market.addProduct({ category: 'tools' })
  const { key: placement } = await market.addPlacement({ categories_refused: 'games_puzzle' })
  await market.place(customer_id, 10n * UNIT, product_id)
  await delivery.refresh()
  const query = queryFor(placement, '203.0.113.9')
  const asked = Array.from({ length: 20 }, () =>
    delivery.decide({ ...query, device: 'one-device-in-a-hurry' }),
  )
  const answers = (await Promise.all(asked)).map(({ json }) => JSON.parse(json))
  expect(answers.filter(({ fill }) => fill)).toHaveLength(4)
  expect(new Set(answers.flatMap(({ reason }) => reason ?? []))).toEqual(new Set(['device_cap']))
})

function queryFor(placement: string, address: string) {
  return {
    placement,
    headers: { origin: market.origin, 'user-agent': PHONE },
    address,
    channel: 'tag' as const,
  }
}
