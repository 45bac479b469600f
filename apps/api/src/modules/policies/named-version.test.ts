import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedByGuard } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { CouponWorld } from '../../testing/worlds/coupon-world.ts'

const DAY_MS = 86_400_000
/** Rows that name another row's version, or one that two people saw. */
const OF_ANOTHER_ROW: readonly string[] = [
  'identity.customers', // the licence code's
  'plans.results', // the plan's: plans.guard_result
  'coupons.offers', // the approved proposal's: coupons.check_offer
  'coupons.coupons', // the offer's, or the one in force: coupons.check_newcomer
]

const t = await testProgram()
afterAll(() => t.close())
const world = await CouponWorld.make(t)
const customer = await world.customer()
const { customer_id } = customer
const place = (
  version: number,
) => `insert into plans.plans (plan_id, number, customer_id, product_id, advertiser_id,
    cash_micros, discount_micros, startup_micros, payout_micros, conversion_cap, platform_fee_percent,
    conversion_window_ms, policy_version, created_at, ends_at, time_zone, matched_at_once, status, status_trigger, status_at)
  select uuidv7(), 'thief', '${customer_id}', product_id, advertiser_id, 20000000, 0, 0, payout_micros, 1, 20,
    conversion_window_ms, ${version}, now, now + interval '1 day', 'UTC', false, 'waitPut', 'placed', now
  from marketplace.products, platform.now() as now where product_id = '${world.product_id}'`
const grant = (
  version: number,
) => `insert into startup.grants (grant_id, customer_id, person_id, amount_micros, policy_version)
  select uuidv7(), customer_id, person_id, (values ->> 'startup_grant_micros')::bigint, version
  from identity.customers, policies.versions where customer_id = '${customer_id}' and version = ${version}`
const month = (
  version: number,
) => `insert into vip.months (vip_id, customer_id, policy_version, price_micros, fee_percent,
    vip_fee_percent, time_zone) values (uuidv7(), '${customer_id}', ${version}, 20000000, 20, 15, 'UTC')`
const newcomer = (
  version: number,
) => `insert into coupons.coupons (coupon_id, customer_id, person_id, origin, kind, name_key,
    effect, percent, worth_max_micros, amount_min_micros, policy_version, request_id, issued_at, issued_day, expires_at)
  select uuidv7(), customer_id, person_id, 'newcomer', 'discount', 'newcomer', 'deduction', 10, 20000000, 0, ${version},
    uuidv7(), now, (now at time zone 'UTC')::date, now
  from identity.customers, platform.now() as now where customer_id = '${customer_id}'`
const following = (
  version: number,
) => `insert into follows.relations (relation_id, follower_id, leader_id, fee_percent,
    policy_version, request_id, started_at)
  select uuidv7(), '${customer_id}', customer_id, 0, ${version}, uuidv7(), platform.now()
  from identity.customers where customer_id <> '${customer_id}' limit 1`

const asApi = (statement: string) => saidByLogin(t.db.logins.api, statement)
const NOT_NOW = /must name the policy version that is in force now/
/** What is said once the version is good: these statements post nothing. */
const UNPOSTED = /not what was posted/

describe('a row names the policy that is in force as it is made', () => {
  test('every table whose rows name one asks, or takes another row’s [proof 779]', async () => {
    const unasked = await t.db.asOwner<{ name: string }>(
      `select attrelid::regclass::text as name from pg_attribute
       where attname = 'policy_version' and not attisdropped and attrelid in (
           select oid from pg_class where relkind = 'r')
         and not exists (
           select from pg_trigger where tgrelid = attrelid and tgname = 'version_in_force' and tgenabled = 'A')`,
    )
    expect(unasked.map(({ name }) => name).toSorted()).toEqual(OF_ANOTHER_ROW.toSorted())
  })

  test('neither one that has been announced nor one that is past is named by any role [proof 819]', async () => {
    await world.customer()
    const in_days = (days: number) => new Date(t.services.clock.now_ms() + days * DAY_MS).toISOString()
    await world.office.decide('policy-propose', {
      set: ['startup_grant=40.00'],
      effective_from: in_days(20),
      reason: 'more for newcomers',
    })
    await t.services.policies.reload()
    const guards: readonly [string, (version: number) => string][] = [
      ['startup.grants', grant],
      ['follows.relations', following],
    ]
    for (const [table, statement] of guards) {
      const guard = [table, 'version_in_force'] as const
      await expectRefusedByGuard(t.db.asOwner, guard, () => asApi(statement(2)), NOT_NOW)
      expect(await asApi(statement(1)), table).toBe('done')
    }
    for (const statement of [month, place]) {
      expect(await asApi(statement(2))).toMatch(NOT_NOW)
      expect(await asApi(statement(1))).toMatch(UNPOSTED)
    }
    expect(await asApi(newcomer(2))).toMatch(NOT_NOW)
    expect(await asApi(newcomer(1))).toBe('done')

    await t.advance(21 * DAY_MS)
    for (const statement of [place, grant, following, month, newcomer]) {
      expect(await asApi(statement(1))).toMatch(NOT_NOW)
    }
    expect(await asApi(grant(2))).toBe('done')
    expect(await world.newcomer(customer)).toBeTruthy()
  })

  test('control: a minute before and after it begins, both are taken, since processes read it a moment ago', async () => {
    const { rows } = await t.services.database.transaction({ kind: 'system' }, (tx) =>
      sql<{ version: number }>`select version from policies.versions order by version`.execute(tx),
    )
    expect(rows).toEqual([{ version: 1 }, { version: 2 }])
    await world.office.decide('policy-propose', { set: ['startup_grant=41.00'], reason: 'still more' })
    await t.services.policies.reload()
    for (const version of [2, 3]) expect(await asApi(place(version))).toMatch(UNPOSTED)
  })
})
