import { login } from '@adtally/contract/identity/identity.ts'
import { statisticsList } from '@adtally/contract/plans/statistics.ts'
import { afterAll, expect, inject, test } from 'vitest'
import { createPool } from '../database/connection.ts'
import { settleBooks, verifyStatistics } from '../modules/delivery/index.ts'
import { verifyLedger } from '../modules/ledger/index.ts'
import { DEMO_MADE, demoMade, demoProgram } from '../testing/servers/demo-program.ts'
import { rowsOf } from './office.ts'
import { NO_WITNESS } from './population/truth.ts'
import { openOffice } from './seed/seed-staff.ts'
import { startSite } from './site-server.ts'
import { type Demo, seedDemo, startDemo } from './start-demo.ts'
import { startTraffic } from './traffic-driver.ts'

const { t, url, bank } = await demoProgram()
afterAll(() => t.close())

const start = (): Promise<Demo> => startDemo(t.services, t.modules, url, { bank })

test('seeds by real acts, sends visitors whose events reach the books, and starts again without a second of anything [proof 423]', async () => {
  const first = await start()
  expect(await demoMade(t)).toEqual(DEMO_MADE)
  await expect.poll(() => eventsOf('impression')).toBeGreaterThan(3)
  await settleBooks(t.services)
  expect(await (await fetch(first.file.truth_page)).text()).toContain('<td>People, in browsers')
  const score = await (await fetch(`${first.file.truth_page}score.json`)).json()
  expect(score.actors).toContainEqual(expect.objectContaining({ actor: 'person', filtered: 0 }))
  await first.stop()
  const again = await start()
  await again.stop()
  expect(await demoMade(t)).toEqual(DEMO_MADE)
  expect(again.file.customers).toEqual(first.file.customers)
  // A restart signs each customer in once; a customer can have twenty sessions.
  const of_robin =
    'select from identity.sessions join identity.customers using (customer_id) where username = $1'
  expect(await t.db.asOwner(of_robin, ['robin'])).toHaveLength(2)
  expect(new Set([...first.file.licence_codes, ...again.file.licence_codes]).size).toBe(6)
  await settleBooks(t.services)
  const [robin] = first.file.customers
  const { data } = await t.call(login, { username: robin?.username ?? '', password: robin?.password ?? '' })
  const reading = await t.call(statisticsList, { type: '4' }, { token: data.token })
  expect(reading.data.impressions).toBe(await eventsOf('impression'))
  await t.system(async (tx) => {
    expect(await verifyStatistics(tx)).toEqual([])
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
  const { office } = await openOffice(t.services, t.modules)
  expect(await office.run('reconcile')).toMatchObject({ differences: 0 })
})

test('a database that goes away while it is seeded is waited for', async () => {
  const other = await demoProgram()
  const server = createPool(inject('cluster').superuser, { max: 1, scope: 'unset' })
  try {
    const starting = startDemo(other.t.services, other.t.modules, other.url, { bank: other.bank })
    const there = starting.catch(() => {})
    for (const table of ['marketplace.products', 'identity.customers', 'plans.plans']) {
      const isSeeded = async () => (await other.t.db.asOwner(`select from ${table} limit 1`)).length > 0
      await expect.poll(isSeeded, { interval: 10 }).toBe(true)
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        other.t.db.name,
      ])
    }
    await there
    await (await starting).stop()
    expect(await demoMade(other.t)).toEqual(DEMO_MADE)
  } finally {
    await server.end()
    await other.t.close()
  }
})

test('what staff have closed stays closed, and is not made a second time', async () => {
  const other = await demoProgram()
  const { services, modules } = other.t
  const origins = { publisher: 'http://127.0.0.1:7001', advertiser: 'http://127.0.0.1:7002' }
  try {
    await seedDemo(services, modules, other.url, origins, { bank: other.bank })
    const { office } = await openOffice(services, modules)
    const { products, placements } = await office.run('list-marketplace')
    const reason = 'Not offered at present'
    const [product] = rowsOf(products)
    const [placement] = rowsOf(placements)
    await office.run('product-close', { product_id: product?.product_id, reason })
    await office.run('placement-close', { placement_id: placement?.placement_id, reason })
    const offers = await office.list('coupon-offer-list')
    const activity = offers.find(({ claim }) => claim === 'activity')
    await office.run('coupon-offer-close', { offer_id: activity?.offer_id, reason })
    await seedDemo(services, modules, other.url, origins, { bank: other.bank })
    expect(await demoMade(other.t)).toEqual(DEMO_MADE)
    const again = await office.run('list-marketplace')
    expect(rowsOf(again.products).filter(({ open }) => open === false)).toHaveLength(1)
    expect(rowsOf(again.placements).filter(({ open }) => open === false)).toHaveLength(1)
  } finally {
    await other.t.close()
  }
})

test('somebody new gets a code however long nobody of the staff has done anything [proof 573]', async () => {
  const demo = await start()
  try {
    // Staff sessions expire by the wall clock.
    await t.db.asOwner(
      "update operators.sessions set (opened_at, seen_at) = (opened_at - interval '1 hour', seen_at - interval '1 hour')",
    )
    expect(await demo.issueCode()).toMatch(/^\w{4}(-\w{4}){3}$/)
    expect(await demo.issueCode()).toMatch(/^\w{4}(-\w{4}){3}$/)
  } finally {
    await demo.stop()
  }
})

test('traffic is bounded: it rests after its visits, and begins anew where the clock was moved on [proof 578]', async () => {
  const began_ms = performance.now()
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
    population: {
      devices: 3,
      people: { viewed_permille: 0, watched_on_permille: 0, clicked_permille: 0 },
      invalid_permille: 0,
    },
    seed: 'a test',
    conversions_permille: 0,
  }
  let ahead_ms = 0
  const traffic = startTraffic(plan, { now_ms: () => performance.now() + ahead_ms }, NO_WITNESS)
  await expect.poll(() => visits).toBe(7)
  // Time that passes by itself is not a step.
  ahead_ms = 1_000
  await expect.poll(() => performance.now() - began_ms).toBeGreaterThan(2_500)
  expect(traffic.visits()).toBe(7)
  ahead_ms = 3_600_000
  await expect.poll(() => visits, { timeout: 10_000 }).toBe(14)
  await traffic.stop()
  expect(traffic.visits()).toBe(14)
  await site.stop()
})

async function eventsOf(kind: string): Promise<number> {
  const [row] = await t.db.asOwner<{ count: bigint }>(
    'select count(*) from delivery.events where kind = $1::text::delivery.event_kind',
    [kind],
  )
  return Number(row?.count)
}
