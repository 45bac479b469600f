import { transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { planCorrections } from '@adtally/contract/plans/corrections.ts'
import { planList } from '@adtally/contract/plans/plans.ts'
import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '../../lib/time-zones.ts'
import { verifyLedger } from '../../modules/ledger/index.ts'
import { demoProgram } from '../../testing/servers/demo-program.ts'
import { CustomerApps } from '../customer-apps.ts'
import { DemoSites } from '../demo-sites.ts'
import { freePort } from '../free-port.ts'
import type { Payment } from '../office.ts'
import { NO_WITNESS } from '../population/truth.ts'
import { SMALL_PRODUCT } from '../seed/catalogue.ts'
import { openOffice } from '../seed/seed-staff.ts'
import { seedDemo } from '../start-demo.ts'
import { placePlan } from './customer-acts.ts'
import { advertiserComes, advertiserPays, visitorsBook } from './owed-conversion.ts'
import { PAST_PLANS } from './people.ts'
import { Stage } from './stage.ts'

const made = await demoProgram()
const t = made.t
const { services, modules } = t
const ports = { publisher_port: await freePort(0, 0), advertiser_port: await freePort(0, 0) }
const sites = new DemoSites(ports, services.settings.public_origin)
const origins = {
  publisher: `http://127.0.0.1:${ports.publisher_port}`,
  advertiser: `http://127.0.0.1:${ports.advertiser_port}`,
}
const { market } = await seedDemo(services, modules, made.url, origins, {
  bank: made.bank,
  openSites: (opened) => sites.open(opened),
})
const { base_path, secret } = services.settings
const receive = (payments: readonly Payment[]) => made.bank.receive(services, payments)
const target = { url: made.url, base_path, secret, clock: services.clock, receive }
const { office } = await openOffice(services, modules)
const apps = new CustomerApps(target)
const stage = new Stage({ services, modules, office, target, apps, origins, market, witness: NO_WITNESS })
afterAll(async () => {
  await sites.stop()
  await t.close()
})

/** Advances the stage's clock and does the days' work. */
async function live(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await stage.goOnTo(stage.now_ms + DAY_MS)
    await stage.endDay()
  }
}

test('a plan that settled while its advertiser owed a conversion is corrected when the advertiser pays, and its fund flow says so [proof 576]', async () => {
  const plan = PAST_PLANS.find(({ product }) => product === SMALL_PRODUCT.name)
  if (!plan) throw new Error('nobody places a plan on it')
  // Signs in again if the session was idle too long.
  const client = () => stage.client(plan.username)
  const planOf = async () =>
    (await (await client()).call(planList, {})).items.find(
      ({ product_name }) => product_name === SMALL_PRODUCT.name,
    )
  const corrections = async () => {
    const { plan_id = '' } = (await planOf()) ?? {}
    return (await (await client()).call(planCorrections, { plan_id })).items
  }
  await advertiserComes(stage)
  await placePlan(stage, 'plan', plan)
  await stage.endDay()
  await visitorsBook(stage)
  await live(10)
  expect(await planOf()).toMatchObject({ status: 'settled' })
  expect(await corrections()).toEqual([])
  await advertiserPays(stage)
  await stage.endDay()
  expect(await corrections()).toMatchObject([
    {
      revision: 2,
      cause: 'owed',
      spend: '0.00',
      revenue: '24.00',
      customer: '24.00',
      owed: '0.00',
    },
  ])
  const { items } = await (await client()).call(transactionFlowList, { type: 'system_chargeback' })
  expect(items).toMatchObject([{ amount: '24.00', subject_kind: 'plan' }])
  await t.system(async (tx) => {
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
  expect(await stage.office.run('reconcile')).toMatchObject({ differences: 0 })
})
