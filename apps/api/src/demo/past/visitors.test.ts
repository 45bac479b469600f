import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eventIdOf, settleBooks } from '../../modules/delivery/index.ts'
import { demoProgram } from '../../testing/servers/demo-program.ts'
import { fileFolder } from '../../testing/servers/test-folder.ts'
import { CustomerApps } from '../customer-apps.ts'
import { DemoSites } from '../demo-sites.ts'
import { freePort } from '../free-port.ts'
import { type ActorScore, scoreOf } from '../population/score.ts'
import { NO_WITNESS, Truth } from '../population/truth.ts'
import { readJudged } from '../population/verdicts.repository.ts'
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
const folder = fileFolder()

/** What people claimed on a day, and what became of it. */
async function peoplesOf(day: number, lookAt: () => Promise<void>): Promise<ActorScore | undefined> {
  const pages = [{ url: stage.pages.letter, visits: Array.from({ length: VISITS }, (_, index) => index) }]
  const truth = new Truth(join(folder, `day-${day}.ndjson`), (token) => {
    const opened = services.delivery.codec.open(token, services.clock.now_ms())
    return typeof opened === 'string' ? null : eventIdOf(opened.ids, 'decision_id')
  })
  await lookFirst([stage.pages.letter])
  await visitPages({ pages, conversions_permille: new Map(), witness: truth }, day, lookAt)
  await settleBooks(services)
  const claims = truth.claims()
  const judged = await t.system((tx) =>
    readJudged(
      tx,
      claims.flatMap(({ decision_id }) => decision_id ?? []),
    ),
  )
  return scoreOf(claims, judged).actors.find(({ actor }) => actor === 'person')
}

test('a past day’s visitors look at an advertisement as long as a view takes; without that it is judged impossible [proof 929]', async () => {
  const people = await peoplesOf(1, () => stage.lookAt())
  expect(people).toMatchObject({ filtered: 0 })
  expect(people?.claimed).toBeGreaterThan(20)
  const hurried = await peoplesOf(2, async () => {})
  expect(hurried?.by.impossible_times).toBeGreaterThan(5)
})
