import { afterAll, expect, test } from 'vitest'
import { settleBooks } from '../../modules/delivery/index.ts'
import { demoProgram } from '../../testing/servers/demo-program.ts'
import { CustomerApps } from '../customer-apps.ts'
import { DemoSites } from '../demo-sites.ts'
import { freePort } from '../free-port.ts'
import { NO_WITNESS } from '../population/truth.ts'
import { openOffice } from '../seed/seed-staff.ts'
import { seedDemo } from '../start-demo.ts'
import { Stage } from './stage.ts'
import { lookFirst, visitPages } from './visitors.ts'

const { t, url, bank } = await demoProgram()
const { services, modules } = t
const ports = { publisher_port: await freePort(0, 0), advertiser_port: await freePort(0, 0) }
const sites = new DemoSites(ports, services.settings.public_origin)
const origins = {
  publisher: `http://127.0.0.1:${ports.publisher_port}`,
  advertiser: `http://127.0.0.1:${ports.advertiser_port}`,
}
const openSites = (opened: Parameters<DemoSites['open']>[0]) => sites.open(opened)
const { market } = await seedDemo(services, modules, url, origins, { bank, openSites })
const { base_path, secret } = services.settings
const target = {
  url,
  base_path,
  secret,
  clock: services.clock,
  receive: (payments: Parameters<typeof bank.receive>[1]) => bank.receive(services, payments),
}
const { office } = await openOffice(services, modules)
const stage = new Stage({
  services,
  modules,
  office,
  target,
  apps: new CustomerApps(target),
  origins,
  market,
  witness: NO_WITNESS,
})
afterAll(async () => {
  await sites.stop()
  await t.close()
})

const VISITS = 30

/** A day's views, by the rule that found them invalid. */
async function viewsOf(day: number, lookAt: () => Promise<void>): Promise<[string | null, number][]> {
  const [before] = await t.db.asOwner<{ event_id: string }>(
    'select event_id from delivery.events order by event_id desc limit 1',
  )
  const pages = [{ url: stage.pages.letter, visits: Array.from({ length: VISITS }, (_, index) => index) }]
  await lookFirst([stage.pages.letter])
  await visitPages({ pages, conversions_permille: new Map(), witness: NO_WITNESS }, day, lookAt)
  await settleBooks(services)
  const rows = await t.db.asOwner<{ rule: string | null; count: bigint }>(
    `select rule, count(*) from delivery.events where kind = 'viewable' and event_id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
     group by rule order by rule`,
    [before?.event_id ?? null],
  )
  return rows.map(({ rule, count }) => [rule, Number(count)])
}

test('a past day’s visitors look at an advertisement as long as a view takes; without that it is judged impossible [proof 929]', async () => {
  const views = await viewsOf(1, () => stage.lookAt())
  expect(views).toEqual([[null, expect.any(Number)]])
  expect(views[0]?.[1]).toBeGreaterThan(5)
  const none = await viewsOf(2, async () => {})
  expect(none.map(([rule]) => rule)).toContain('impossible_times')
})
