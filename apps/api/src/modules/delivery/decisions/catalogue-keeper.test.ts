import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { LeaseAgent } from '../budget/lease-agent.ts'
import { DeviceShows } from '../caps/device-shows.ts'
import { drawnPlans } from '../testing/drawn-plans.ts'
import { Catalogue } from './catalogue.ts'
import { CatalogueKeeper } from './catalogue-keeper.ts'

const UNIT = 1_000_000n
/** No reading is triggered by time. */
const NEVER_MS = 2 ** 31 - 1

class CountedCatalogue extends Catalogue {
  whole_readings = 0

  override replace(...rows: Parameters<Catalogue['replace']>): ReturnType<Catalogue['replace']> {
    this.whole_readings += 1
    return super.replace(...rows)
  }
}

const t = await testServices()
const market = await buildMarket(t.services, t.modules)
const { delivery, settings, clock } = t.services
const catalogue = new CountedCatalogue({
  codec: delivery.codec,
  shows: new DeviceShows(),
  public_origin: settings.public_origin,
  now_ms: clock.now_ms(),
  caps: { plan_hour: 4, plan_day: 6, product_day: 18, advertiser_day: 36 },
  tellShow: () => {},
  requestLease: () => {},
})
const leases = new LeaseAgent(t.services, delivery.ingest)
const stop = await new CatalogueKeeper(t.services, catalogue, leases, NEVER_MS).start()
const customer_id = (await market.customerWith('400.00')).customer_id
afterAll(async () => {
  await stop?.()
  await t?.close()
})

const isShown = (plan_id: string) =>
  drawnPlans(catalogue.placement(market.placement_key)).some(({ plan }) => plan.plan_id === plan_id)

/** A plan that the catalogue took in from a notice, so it has seen everything announced before. */
async function placed(): Promise<string> {
  const plan_id = await market.place(customer_id, 10n * UNIT)
  await expect.poll(() => isShown(plan_id)).toBe(true)
  return plan_id
}

test('a plan comes, is paused, goes on and goes for good by notices that name it: nothing else is read', async () => {
  await placed()
  const { whole_readings } = catalogue
  const plan_id = await placed()
  const change = (columns: string) =>
    t.db.asOwner(`update plans.plans set ${columns} where plan_id = $1`, [plan_id])
  await change(`status = 'putting', status_trigger = 'first_delivery', status_at = created_at`)
  await change('paused = true')
  await expect.poll(() => isShown(plan_id)).toBe(false)
  await change('paused = false')
  await expect.poll(() => isShown(plan_id)).toBe(true)
  await change(`status = 'putFinished', status_trigger = 'stopped', status_at = created_at`)
  await expect.poll(() => isShown(plan_id)).toBe(false)
  expect(catalogue.whole_readings).toBe(whole_readings)
})

test('a placement goes out of a plan and in again by a notice that names the plan, as the plan itself does [proof 484]', async () => {
  await placed()
  const other = await market.addPlacement()
  const plan_id = await placed()
  await t.db.asOwner(
    `update plans.plans set status = 'putting', status_trigger = 'first_delivery', status_at = created_at
    where plan_id = $1`,
    [plan_id],
  )
  for (const placement_id of [market.placement_id, other.placement_id]) {
    await t.db.asOwner(
      `insert into statistics.plan_placements (plan_id, placement_id, publisher_id, customer_id) values ($1, $2, $3, $4)`,
      [plan_id, placement_id, market.publisher_id, customer_id],
    )
  }
  const isOnOther = () =>
    drawnPlans(catalogue.placement(other.key)).some(({ plan }) => plan.plan_id === plan_id)
  await expect.poll(isOnOther).toBe(true)
  const { whole_readings } = catalogue
  const setPaused = (paused: boolean) =>
    t.services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
      sql`select plans.pause_placement(${plan_id}, ${market.placement_id}, ${paused})`.execute(tx),
    )
  await setPaused(true)
  await expect.poll(() => isShown(plan_id)).toBe(false)
  expect(isOnOther()).toBe(true)
  await setPaused(false)
  await expect.poll(() => isShown(plan_id)).toBe(true)
  expect(catalogue.whole_readings).toBe(whole_readings)
})

test('a statement that changes no plan has nothing read', async () => {
  const { whole_readings } = catalogue
  await t.db.asOwner('update plans.plans set paused = paused where false')
  await placed()
  expect(catalogue.whole_readings).toBe(whole_readings)
})

test('negative control: what nothing names stays unknown, until a notice of too many reads everything', async () => {
  const announce = (verb: 'disable' | 'enable always') =>
    t.db.asOwner(`alter table plans.plans ${verb} trigger plans_placed_for_delivery`)
  await announce('disable')
  const unnamed = await market.place(customer_id, 10n * UNIT)
  await announce('enable always')
  await placed()
  expect(isShown(unnamed)).toBe(false)
  const { whole_readings } = catalogue
  await t.db.asOwner(`select pg_notify('plans_delivery', '')`)
  await expect.poll(() => isShown(unnamed)).toBe(true)
  expect(catalogue.whole_readings).toBe(whole_readings + 1)
})
