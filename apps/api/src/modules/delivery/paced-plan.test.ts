import { planPut } from '@adtally/contract/plans/plans.ts'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { DAY_MS, localDay, startOfLocalDay } from '../../lib/time-zones.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { settleBooks } from './index.ts'

const UNIT = 1_000_000n
const HOUR_MS = 3_600_000
const ZONE = 'Asia/Kathmandu'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const HEADERS = { 'user-agent': PHONE }

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules, { placement: { price_model: 'CPC', price: '0.10' } })
let devices = 0

const now_ms = () => t.services.clock.now_ms()

function decided() {
  devices += 1
  const query = { placement: market.placement_key, device: `device-of-paces-${devices}` }
  const who = {
    headers: { origin: market.origin, ...HEADERS },
    address: '203.0.113.9',
    channel: 'tag' as const,
  }
  return t.services.delivery.decide({ ...query, ...who })
}

async function ask(): Promise<string> {
  return (await decided()).json
}

test('a plan whose day is spent is not shown and not asked for again, until the next day of its customer’s zone [proof 884]', async () => {
  await t.advance(startOfLocalDay(ZONE, localDay(ZONE, now_ms()) + 1) + HOUR_MS - now_ms())
  const { customer_id } = await market.customerWith('100.00', { time_zone: ZONE })
  // Twice an eightieth of 10.00 a day: two clicks at 0.10.
  await market.place(customer_id, 10n * UNIT, market.product_id, 79)
  await t.services.delivery.refresh()
  const shown = [JSON.parse(await ask()), JSON.parse(await ask())]
  expect(shown.map(({ fill }) => fill)).toEqual([true, true])
  // Not clicked on yet, so that the money may still come back.
  expect(JSON.parse(await ask())).toMatchObject({ fill: false, reason: 'pace' })
  for (const { token, click_url } of shown) {
    const payload = { token, kind: 'impression' }
    await t.server.inject({ method: 'POST', url: '/delivery/v1/event', headers: HEADERS, payload })
    await t.server.inject({ url: click_url, headers: HEADERS })
  }
  await settleBooks(t.services)
  await t.advance(5 * 60_000)
  expect(JSON.parse(await ask())).toMatchObject({ fill: false, reason: 'pace' })
  const tomorrow = startOfLocalDay(ZONE, localDay(ZONE, now_ms()) + 1)
  await t.advance(tomorrow - 1_000 - now_ms())
  // Who asks the database answers later: nobody was asked.
  expect(decided()).toMatchObject({ json: expect.stringContaining('"reason":"pace"') })
  await t.advance(2_000)
  await t.services.delivery.refresh()
  expect(JSON.parse(await ask())).toMatchObject({ fill: true })
})

test('a plan keeps the zone of its customer, or of the request that placed it, and runs a week where no days are chosen [proof 885]', async () => {
  const own = await market.customerWith('50.00', { time_zone: ZONE })
  const without = await market.customerWith('50.00')
  await t.db.asOwner('update identity.customers set time_zone = null where customer_id = $1', [
    without.customer_id,
  ])
  for (const [{ customer_id, token }, zone] of [
    [own, ZONE],
    [without, 'America/Havana'],
  ] as const) {
    const input = { request_id: newId(), product_id: market.product_id, amount: '20.00' }
    const { data } = await t.call(planPut, input, { token, headers: { 'x-tz': 'America/Havana' } })
    const [row] = await t.db.asOwner<{ time_zone: string; created_at: Date; ends_at: Date }>(
      'select time_zone, created_at, ends_at from plans.plans where plan_id = $1 and customer_id = $2',
      [data.plan_id, customer_id],
    )
    expect(row?.time_zone).toBe(zone)
    expect(Number(row?.ends_at) - Number(row?.created_at)).toBe(7 * DAY_MS)
  }
})
