import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { Office } from '../../../demo/office.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildAdvertiser } from '../../../testing/worlds/build-marketplace.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { UNIT } from '../testing/plan-world.ts'
import { leaderRecord } from './leader-record.ts'

const DAY_MS = 86_400_000

const t = await testServices()
afterAll(() => t.close())
const office = new Office(t.services, t.modules, await buildStaff(t.services))
const advertiser_id = (await buildAdvertiser(t.services)).advertiser_id
const related_advertiser_id = (await buildAdvertiser(t.services)).advertiser_id
const declared = await office.run('declare-related', {
  kind: 'advertiser',
  party_name: 'A founder’s brother',
  advertiser_id: related_advertiser_id,
  share_percent: '40',
  since: '2020-01-01',
  reason: 'told by the founder',
})
const declaration_id = String(Object(declared).declaration_id)

/** Plants a settled plan of 100 with this profit as the schema's owner; settling hundreds for real takes minutes. */
async function settle(customer_id: string, profit: bigint, days_ago: number, advertiser = advertiser_id) {
  const settled_at = new Date(t.services.clock.now_ms() - days_ago * DAY_MS)
  const ids = [newId(), customer_id, newId(), advertiser, settled_at]
  await t.db.asOwner(
    `insert into plans.plans (plan_id, number, customer_id, product_id, advertiser_id, cash_micros, discount_micros,
       startup_micros, payout_micros, conversion_cap, platform_fee_percent, conversion_window_ms, policy_version,
       matched_at_once, created_at, ends_at, time_zone, status, status_trigger, status_at)
     values ($1, 'P-' || $1::uuid, $2, $3, $4, 100000000, 0, 0, 1, 1, 20, 1, 1, false, $5, $5::timestamptz + interval '1 day',
       'UTC', 'waitPut', 'placed', $5)`,
    ids,
  )
  await t.db.asOwner(
    `insert into plans.results (plan_id, revision, customer_id, product_id, advertiser_id, settled_at, created_at, cause,
       policy_version, amount_micros, cash_spend_micros, discount_spend_micros, startup_spend_micros, spend_fee_micros,
       revenue_micros, startup_return_micros, profit_share_micros, customer_micros, rebate_micros, platform_fee_micros,
       related_spend_micros, related_revenue_micros, transfers)
     values ($1, 1, $2, $3, $4, $5, $5, 'settlement', 1, 100000000, 100000000, 0, 0, 0, $6, 0, 0, $6, 0, 0, 0, 0, '{}')`,
    [...ids, (100n + profit) * UNIT],
  )
}

const record = (leader_id: string) => t.system((tx) => leaderRecord(t.services, tx, leader_id))

const monthOf = (days_ago: number) =>
  new Date(t.services.clock.now_ms() - days_ago * DAY_MS).toISOString().slice(0, 7)

test('thirty settled plans make a record of one’s own, with losses and the worst month', async () => {
  const leader = newId()
  for (let plan = 0; plan < 20; plan += 1) await settle(leader, 10n, 5)
  for (let plan = 0; plan < 9; plan += 1) await settle(leader, -30n, 70)
  expect(await record(leader)).toMatchObject({ basis: 'platform', own_settled_plans: 29 })
  await settle(leader, 50n, 70)
  await settle(leader, -100n, 400)
  expect(await record(leader)).toMatchObject({
    basis: 'leader',
    settled_plans: 30,
    own_settled_plans: 30,
    losing_plans_percent: '30.0',
    losing_amount_percent: '9.0',
    result_percent_quartile_1: '-30.0',
    result_percent_median: '10.0',
    worst_month: { month: monthOf(70), result_percent: '-22.0' },
    left_out_plans: 0,
  })
})

test('plans on related parties’ products are left out, and said so; control: elsewhere they count', async () => {
  const [leader, other] = [newId(), newId()]
  for (let plan = 0; plan < 30; plan += 1) {
    await settle(leader, -10n, 3)
    await settle(leader, 90n, 3, related_advertiser_id)
    await settle(other, 90n, 3)
  }
  expect(await record(leader)).toMatchObject({
    basis: 'leader',
    settled_plans: 30,
    left_out_plans: 30,
    losing_plans_percent: '100.0',
    result_percent_quartile_3: '-10.0',
  })
  expect(await record(other)).toMatchObject({ left_out_plans: 0, losing_plans_percent: '0.0' })
})

test('plans that settled before a declaration ended stay left out; those that settle afterwards count [proof 302]', async () => {
  const leader = newId()
  await settle(leader, 90n, 3, related_advertiser_id)
  expect(await record(leader)).toMatchObject({ own_settled_plans: 0, left_out_plans: 1 })
  await office.decide('end-related', { declaration_id, reason: 'the share was sold' })
  expect(await record(leader)).toMatchObject({ own_settled_plans: 0, left_out_plans: 1 })
  await settle(leader, 90n, 0, related_advertiser_id)
  expect(await record(leader)).toMatchObject({ own_settled_plans: 1, left_out_plans: 1 })
})
