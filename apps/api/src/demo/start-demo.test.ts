import { rmSync } from 'node:fs'
import { login } from '@adtally/contract/identity.ts'
import { statisticsList } from '@adtally/contract/statistics.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleBooks, verifyStatistics } from '../modules/delivery/index.ts'
import { verifyLedger } from '../modules/ledger/index.ts'
import { type TestProgram, testProgram } from '../testing/test-program.ts'
import { testSettings } from '../testing/test-services.ts'
import { startSite } from './site-server.ts'
import { type Demo, startDemo } from './start-demo.ts'
import { startTraffic } from './traffic-driver.ts'

let t: TestProgram
let url: string

beforeAll(async () => {
  const probe = await startSite(0, () => {})
  await probe.stop()
  const { port } = new URL(probe.origin)
  t = await testProgram({ settings: testSettings({ PORT: port, RATE_LIMIT_PER_MINUTE: '9000000' }) })
  url = await t.server.listen({ host: '127.0.0.1', port: Number(port) })
})
afterAll(async () => {
  rmSync(t.services.settings.data_dir, { recursive: true, force: true })
  await t.close()
})

const start = (): Promise<Demo> => startDemo(t.services, t.modules, url)

async function counts() {
  const [row] = await t.db.asOwner<Record<string, bigint>>(`
    select (select count(*) from marketplace.products) as products,
      (select count(*) from marketplace.creatives where status = 'approved') as creatives,
      (select count(*) from marketplace.placements) as placements,
      (select count(*) from identity.customers) as customers, (select count(*) from plans.plans) as plans,
      (select count(*) from follows.relations) as relations, (select count(*) from acceptors.orders) as offers,
      (select count(*) from coupons.offers) as coupon_offers, (select count(*) from coupons.coupons) as coupons`)
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]))
}

test('seeds by real acts, sends visitors whose events reach the books, and starts again without a second of anything', {
  timeout: 120_000,
}, async () => {
  const made = {
    products: 4,
    creatives: 12,
    placements: 3,
    customers: 2,
    plans: 1,
    relations: 1,
    offers: 1,
    coupon_offers: 2,
    coupons: 3,
  }
  const first = await start()
  expect(await counts()).toEqual(made)
  await expect.poll(() => eventsOf('impression'), { timeout: 20_000 }).toBeGreaterThan(3)
  await first.stop()
  const again = await start()
  await again.stop()
  expect(await counts()).toEqual(made)
  expect(again.file.customers).toEqual(first.file.customers)
  expect(new Set([...first.file.licence_codes, ...again.file.licence_codes]).size).toBe(6)
  await settleBooks(t.services)
  const [robin] = first.file.customers
  const { data } = await t.call(login, { username: robin?.username ?? '', password: robin?.password ?? '' })
  const reading = await t.call(statisticsList, {}, { token: data.token })
  expect(reading.data.impressions).toBe(await eventsOf('impression'))
  await t.services.database.transaction({ kind: 'system' }, async (tx) => {
    expect(await verifyStatistics(tx)).toEqual([])
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
})

test('traffic is bounded: it ends by itself after its visits', { timeout: 60_000 }, async () => {
  let visits = 0
  const site = await startSite(0, (_request, response) => {
    visits += 1
    response.end('<!doctype html><p>No advertisement here.</p>')
  })
  const plan = {
    publisher_page: site.origin,
    visits_per_second: 50,
    busy_visits: 7,
    calm_visits_per_second: 50,
    visits_max: 7,
    devices: 3,
    clicks_permille: 0,
    conversions_permille: 0,
  }
  const traffic = startTraffic(plan)
  await expect.poll(() => visits).toBe(7)
  await traffic.stop()
  expect(traffic.visits()).toBe(7)
  await site.stop()
})

async function eventsOf(kind: string): Promise<number> {
  const [row] = await t.db.asOwner<{ count: bigint }>(
    'select count(*) from delivery.events where kind = $1::text::delivery.event_kind',
    [kind],
  )
  return Number(row?.count)
}
