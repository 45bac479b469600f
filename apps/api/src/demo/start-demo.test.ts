import { rmSync } from 'node:fs'
import { login } from '@adtally/contract/identity.ts'
import { statisticsList } from '@adtally/contract/statistics.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createPool } from '../database/connection.ts'
import { settleBooks, verifyStatistics } from '../modules/delivery/index.ts'
import { verifyLedger } from '../modules/ledger/index.ts'
import { type TestProgram, testProgram } from '../testing/test-program.ts'
import { testSettings } from '../testing/test-services.ts'
import { startSite } from './site-server.ts'
import { type Demo, startDemo } from './start-demo.ts'
import { startTraffic } from './traffic-driver.ts'

let t: TestProgram
let url: string

const MADE = {
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

/** A program that listens, on a database of its own. */
async function program(): Promise<{ t: TestProgram; url: string }> {
  const probe = await startSite(0, () => {})
  await probe.stop()
  const { port } = new URL(probe.origin)
  const made = await testProgram({ settings: testSettings({ PORT: port, RATE_LIMIT_PER_MINUTE: '9000000' }) })
  return { t: made, url: await made.server.listen({ host: '127.0.0.1', port: Number(port) }) }
}

beforeAll(async () => {
  const made = await program()
  t = made.t
  url = made.url
})
afterAll(async () => {
  rmSync(t.services.settings.data_dir, { recursive: true, force: true })
  await t.close()
})

const start = (): Promise<Demo> => startDemo(t.services, t.modules, url)

async function counts({ db }: Pick<TestProgram, 'db'> = t) {
  const [row] = await db.asOwner<Record<string, bigint>>(`
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
  const first = await start()
  expect(await counts()).toEqual(MADE)
  await expect.poll(() => eventsOf('impression'), { timeout: 20_000 }).toBeGreaterThan(3)
  await first.stop()
  const again = await start()
  await again.stop()
  expect(await counts()).toEqual(MADE)
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

test('a database that goes away while it is seeded is waited for', { timeout: 120_000 }, async () => {
  const other = await program()
  const server = createPool(inject('cluster').superuser, { max: 1, scope: 'unset' })
  try {
    const starting = startDemo(other.t.services, other.t.modules, other.url)
    const there = starting.catch(() => {})
    for (const table of ['marketplace.products', 'identity.customers', 'plans.plans']) {
      const isSeeded = async () => (await other.t.db.asOwner(`select from ${table} limit 1`)).length > 0
      await expect.poll(isSeeded, { timeout: 60_000, interval: 10 }).toBe(true)
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        other.t.db.name,
      ])
    }
    await there
    await (await starting).stop()
    expect(await counts(other.t)).toEqual(MADE)
  } finally {
    await server.end()
    rmSync(other.t.services.settings.data_dir, { recursive: true, force: true })
    await other.t.close()
  }
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
