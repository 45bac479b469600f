import { userCouponList } from '@adtally/contract/money/coupons.ts'
import { assistanceFollow } from '@adtally/contract/plans/follow.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { Office } from '../../demo/office.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { PlanLife } from '../../testing/worlds/plan-life.ts'
import { receiveCoupon } from './receive-coupon.ts'

const UNIT = 1_000_000n

const t = await testProgram()
afterAll(() => t.close())
const office = new Office(t.services, t.modules, await buildStaff(t.services))

const claimNewcomer = (customer_id: string) =>
  receiveCoupon(t.services, customer_id, { request_id: newId(), activity_id: 'newcomer' }, 'UTC')

/** Uses a coupon as placing does: the plan's discount part is the coupon's worth. */
const use = (coupon_id: string, plan_id: string, worth_micros: bigint) =>
  t.db.asOwner(
    `update coupons.coupons set state = 'used', closed_at = platform.now(), plan_id = $2, worth_micros = $3,
       used_day = platform.now()::date where coupon_id = $1`,
    [coupon_id, plan_id, String(worth_micros)],
  )

const discounted = [90n * UNIT, 10n * UNIT] as const

describe('a coupon is used', () => {
  test('for one plan of its customer, which its worth went into, once', async () => {
    const [life, other] = [await PlanLife.begin(t), await PlanLife.begin(t)]
    const { coupon_id } = await claimNewcomer(life.customer_id)
    const [plan, others, second] = [
      await life.place(...discounted),
      await other.place(...discounted),
      await life.place(...discounted),
    ]
    await expect(use(coupon_id, others, 10n * UNIT)).rejects.toThrow('a plan of its customer')
    await expect(use(coupon_id, plan, 9n * UNIT)).rejects.toThrow('a plan of its customer')
    await expect(use(coupon_id, plan, 21n * UNIT)).rejects.toThrow()
    await use(coupon_id, plan, 10n * UNIT)
    await expect(use(coupon_id, second, 10n * UNIT)).rejects.toThrow('closes once')
  })

  test('never after its time, never twice for one plan, and shown where it went [proof 91]', async () => {
    const life = await PlanLife.begin(t)
    const { coupon_id } = await claimNewcomer(life.customer_id)
    const plan = await life.place(...discounted)
    await use(coupon_id, plan, 10n * UNIT)
    const custom = await office.decide('coupon-offer-create', {
      kind: 'custom',
      percent: '10',
      worth_max: '20.00',
      life_days: '5',
      issue_max: '1',
      name: 'Apology',
      customer: life.username,
      reason: 'a late review',
    })
    const issued = await office.decide('coupon-issue', {
      offer_id: custom.offer_id,
      customer: life.username,
      reason: 'a late review',
    })
    await expect(use(String(issued.coupon_id), plan, 10n * UNIT)).rejects.toThrow('uses_one_per_plan')
    await t.advance(6 * 86_400_000)
    const late = await life.place(...discounted)
    await expect(use(String(issued.coupon_id), late, 10n * UNIT)).rejects.toThrow('closes once')
  })
})

test('a team shares a cap that the database holds, leader and followers of that day', async () => {
  const [leader, follower, stranger] = [
    await PlanLife.begin(t),
    await PlanLife.begin(t),
    await PlanLife.begin(t),
  ]
  const [row] = await t.db.asOwner<{ operated_id: string }>(
    'select operated_id from identity.customers where customer_id = $1',
    [leader.customer_id],
  )
  await t.call(
    assistanceFollow,
    { request_id: newId(), operated_id: row?.operated_id ?? '', fee_percent: 0 },
    { token: await follower.token() },
  )
  const team = await office.decide('coupon-offer-create', {
    kind: 'team',
    percent: '10',
    worth_max: '20.00',
    team_cap: '15.00',
    life_days: '9',
    issue_max: '50',
    name: 'Crew',
    reason: 'a good season',
  })
  await office.decide('coupon-issue', {
    offer_id: team.offer_id,
    customer: leader.username,
    reason: 'a good season',
  })
  await t.drain()
  const coupons = await t.db.asOwner<{ coupon_id: string; customer_id: string }>(
    "select coupon_id, customer_id from coupons.coupons where kind = 'team' order by offer_number",
  )
  expect(coupons.map(({ customer_id }) => customer_id)).toEqual([leader.customer_id, follower.customer_id])
  expect(coupons.map(({ customer_id }) => customer_id)).not.toContain(stranger.customer_id)
  const [first, second] = [await leader.place(...discounted), await follower.place(...discounted)]
  await use(coupons[0]?.coupon_id ?? '', first, 10n * UNIT)
  await expect(use(coupons[1]?.coupon_id ?? '', second, 10n * UNIT)).rejects.toThrow('cap is used up')
  const rest = await follower.place(90n * UNIT, 5n * UNIT)
  await use(coupons[1]?.coupon_id ?? '', rest, 5n * UNIT)
})

describe('whose rows they are', () => {
  test('a customer’s scope sees their own coupons and nobody’s team; with no scope nothing is there', async () => {
    const [one, two] = [await PlanLife.begin(t), await PlanLife.begin(t)]
    await claimNewcomer(one.customer_id)
    const { coupon_id } = await claimNewcomer(two.customer_id)
    const seen = await t.services.database.transaction(
      { kind: 'customer', customer_id: two.customer_id },
      (tx) => tx.selectFrom('coupons.coupons').select('coupon_id').execute(),
    )
    expect(seen).toEqual([{ coupon_id }])
    expect(await t.db.asProgram('select from coupons.coupons')).toEqual([])
    expect(await t.db.asProgram('select from coupons.teams')).toEqual([])
  })

  test('the program can neither change terms nor remove a coupon, nor issue what nobody approved', async () => {
    const change = 'update coupons.coupons set worth_max_micros = 1'
    await expect(t.db.asProgram(change)).rejects.toThrow('permission denied')
    await expect(t.db.asProgram('delete from coupons.coupons')).rejects.toThrow('permission denied')
    const fields = `offer_id, kind, texts, effect, percent, worth_max_micros, amount_min_micros, claim, starts_at,
      life_days, issue_max, per_customer_max, policy_version, proposal_id`
    await expect(
      t.db.asOwner(
        `insert into coupons.offers (${fields}) select gen_random_uuid(), 'discount', '{"en": {"name": "Gift"}}',
           'deduction', 50, 5000000, 0, 'staff', platform.now(), 9, 9, 1, 1, proposal_id
         from operators.proposals where action = 'coupon_offer.create' limit 1`,
      ),
    ).rejects.toThrow('nobody approved')
  })

  test('a signed-out caller sees none', async () => {
    expect((await t.call(userCouponList, {})).data.reason).toBe('not_signed_in')
  })
})

test('a coupon is worth what its terms say, and comes back only from a plan that never ran', async () => {
  const life = await PlanLife.begin(t)
  const { coupon_id } = await claimNewcomer(life.customer_id)
  const more = await life.place(89n * UNIT, 11n * UNIT)
  await expect(use(coupon_id, more, 11n * UNIT)).rejects.toThrow('worth what its terms say')
  const plan = await life.place(...discounted)
  await use(coupon_id, plan, 10n * UNIT)
  const giveBack = () =>
    t.db.asOwner(
      `update coupons.coupons set state = 'issued', closed_at = null, plan_id = null, worth_micros = null, used_day = null
       where coupon_id = $1 returning state`,
      [coupon_id],
    )
  await expect(giveBack()).rejects.toThrow('a plan that never ran')
  await t.db.asOwner(
    `update plans.plans set status = 'putFailed', status_trigger = 'no_delivery', status_at = platform.now()
     where plan_id = $1`,
    [plan],
  )
  expect(await giveBack()).toEqual([{ state: 'issued' }])
})
