import type { RequestOf } from '@adtally/contract/call.ts'
import { startupDetail, startupReceive, startupReturn } from '@adtally/contract/money/startup.ts'
import { transactionFlowCause } from '@adtally/contract/money/statements.ts'
import { property, transactionFlowDetail, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { planCancel, planDetail, planPut, planStop } from '@adtally/contract/plans/plans.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { deliveryIs } from '../../testing/servers/plan-answers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { statementsOfBatches } from '../../testing/worlds/batched-acts.ts'
import type { BuiltCustomer } from '../../testing/worlds/build-customer.ts'
import { buildProduct } from '../../testing/worlds/build-marketplace.ts'
import { CouponWorld, UNIT } from '../../testing/worlds/coupon-world.ts'
import { billSpend, creditConversions } from '../../testing/worlds/unrecorded-delivery.ts'
import { recordFirstDelivery } from '../plans/index.ts'
import type { Services } from '../services.ts'
import { receiveStartup } from './receive-startup.ts'
import { returnStartup } from './return-startup.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const t = await testProgram()
afterAll(() => t.close())
const world = await CouponWorld.make(t)

const receive = ({ customer_id }: BuiltCustomer, request_id = newId()) =>
  receiveStartup(t.services, customer_id, request_id)
const giveBack = ({ customer_id }: BuiltCustomer, amount: bigint, request_id = newId()) =>
  returnStartup(t.services, customer_id, { request_id, amount: amount * UNIT })
const unused = ({ customer_id }: BuiltCustomer) =>
  world.balance({ code: 'customer_startup', owner_id: customer_id })
async function granted(): Promise<BuiltCustomer> {
  const customer = await world.customer()
  await receive(customer)
  return customer
}
async function spend(plan_id: string, charge: bigint): Promise<void> {
  const item = {
    plan_id,
    publisher_id: newId(),
    charge_micros: charge * UNIT,
    fee_micros: (charge * UNIT) / 5n,
  }
  await world.system(async (tx) => {
    await recordFirstDelivery(t.services, tx, [plan_id])
    await billSpend(t.services, tx, { batch_id: newId(), items: [item] })
  })
}
async function settle(): Promise<void> {
  t.answers.gate = deliveryIs(true)
  for (const by_ms of [90 * DAY_MS, 2 * HOUR_MS, 8 * DAY_MS]) await t.advance(by_ms)
}

describe('PRODUCT §9: one grant for each verified person', () => {
  test('by the calls: offered, taken once with nothing paid in, shown, returned with one tap [proof 28]', async () => {
    const { token } = await world.customer()
    const detail = async () => (await t.call(startupDetail, {}, { token })).data
    expect(await detail()).toEqual({ offered: { amount: '20.00', days: 30 }, grant: null })
    const request_id = newId()
    const taken = await t.call(startupReceive, { request_id }, { token })
    expect(taken.data.grant).toMatchObject({
      amount: '20.00',
      unused: '20.00',
      in_plans: '0.00',
      state: 'open',
    })
    const [line] = (await t.call(transactionFlowList, {}, { token })).data.items
    expect(line).toMatchObject({ type: 'virtual_recharge_deduction', subject_kind: 'startup' })
    const { entries } = (await t.call(transactionFlowDetail, { id: line?.id ?? '' }, { token })).data
    const transfer_id = entries.items[0]?.transfer_id ?? ''
    const why = (await t.call(transactionFlowCause, { transfer_id }, { token })).data
    expect(why).toMatchObject({ kind: 'startup', policy_version: 1 })
    expect(why.facts[0]).toEqual({ name: 'amount', kind: 'amount', value: '20.00' })
    expect(why.facts[1]).toMatchObject({ name: 'granted_at', kind: 'time' })
    const again = await t.call(startupReceive, { request_id }, { token })
    expect(again.data.grant?.grant_id).toBe(taken.data.grant?.grant_id)
    expect((await t.call(startupReceive, { request_id: newId() }, { token })).data.reason).toBe(
      'startup_received',
    )
    const wallet = (await t.call(property, {}, { token })).data
    expect(wallet).toMatchObject({
      startup_funds: '20.00',
      total_assets: '1000.00',
      available_balance: '1000.00',
    })
    const returned = await t.call(startupReturn, { request_id: newId(), amount: '20.00' }, { token })
    expect(returned.data.grant).toMatchObject({ unused: '0.00', state: 'returned' })
    expect((await t.call(startupReceive, { request_id: newId() }, { token })).data.reason).toBe(
      'startup_received',
    )
  })

  test('twenty requests at once: one is granted [proof 29]', async () => {
    const ada = await world.customer()
    const reasons = await Promise.all(Array.from({ length: 20 }, () => reasonOf(receive(ada))))
    expect(reasons.toSorted()).toEqual(['ok', ...Array(19).fill('startup_received')])
    expect(await unused(ada)).toBe(20n * UNIT)
  })

  test('it is the database’s rule too, and so are the policy’s terms; negative control: they stand as granted', async () => {
    const [ada, ben] = [await granted(), await world.customer()]
    const copy = (person: string, changes = 'amount_micros') =>
      t.db.asOwner(
        `insert into startup.grants (grant_id, customer_id, person_id, amount_micros, policy_version, granted_at, expires_at)
         select gen_random_uuid(), $2, ${person}, ${changes}, policy_version, granted_at, expires_at
         from startup.grants where customer_id = $1`,
        [ada.customer_id, ben.customer_id],
      )
    const own = '(select person_id from identity.customers where customer_id = $2)'
    await expect(copy('person_id')).rejects.toThrow('a verified person')
    await expect(copy(own, 'amount_micros * 2')).rejects.toThrow('the terms of the policy')
    await copy(own)
    await expect(copy(own)).rejects.toThrow('grants_customer_key')
    await expect(t.db.asProgram('update startup.grants set amount_micros = 1')).rejects.toThrow(
      'permission denied',
    )
    await expect(t.db.asProgram('delete from startup.returns')).rejects.toThrow('permission denied')
  })

  test('promo short of money is a refusal, and the grant is still to be had', async () => {
    const ada = await world.customer()
    await world.setPromo(19n * UNIT)
    expect(await reasonOf(receive(ada))).toBe('promotion_exhausted')
    await world.setPromo(10_000n * UNIT)
    expect(await reasonOf(receive(ada))).toBe('ok')
  })
})

describe('PRODUCT §9: for plans only', () => {
  test('pays a part, or all, of a plan; more than there is is refused', async () => {
    const ada = await granted()
    const put = (amount: string, startup_amount: string) =>
      t.call(
        planPut,
        { request_id: newId(), product_id: world.product_id, amount, startup_amount },
        { token: ada.token },
      )
    expect((await put('50.00', '20.01')).data.reason).toBe('startup_funds_insufficient')
    expect((await put('10.00', '10.01')).data.reason).toBe('field_invalid')
    const { plan_id } = (await put('50.00', '8.00')).data
    const page = (await t.call(planDetail, { plan_id }, { token: ada.token })).data
    expect(page.funding).toEqual({ cash: '42.00', discount: '0.00', startup: '8.00' })
    expect((await put('12.00', '12.00')).data.number).toMatch(/^P/)
    expect([await unused(ada), await world.available(ada)]).toEqual([0n, 958n * UNIT])
    const { data } = await t.call(startupDetail, {}, { token: ada.token })
    expect(data.grant).toMatchObject({ unused: '0.00', in_plans: '20.00' })
  })

  test('buys official placements only, and goes with a coupon', async () => {
    const ada = await granted()
    const { product_id } = await buildProduct(t.services, { flags: { push: 'non_official' } })
    const paid = { cash: 10n, startup: 10n }
    expect(await reasonOf(world.place(ada, null, paid, { product_id }))).toBe('startup_official_only')
    const coupon_id = await world.newcomer(ada)
    await world.place(ada, coupon_id, { cash: 70n, startup: 20n, coupon: 10n })
    expect(await unused(ada)).toBe(0n)
  })

  test('two devices at once can’t place it twice, nor place what is being returned', async () => {
    const ada = await granted()
    const reasons = await Promise.all([
      reasonOf(world.place(ada, null, { cash: 10n, startup: 20n })),
      reasonOf(world.place(ada, null, { cash: 10n, startup: 20n })),
      reasonOf(giveBack(ada, 20n)),
    ])
    expect(reasons.filter((reason) => reason === 'ok')).toHaveLength(1)
    expect(await unused(ada)).toBe(0n)
    expect(await world.differences()).toEqual([])
  })
})

describe('SPEC §4: what the fund flow shows of a plan that promotional money pays a part of', () => {
  type Query = RequestOf<typeof transactionFlowList>
  const served = async ({ token }: BuiltCustomer, query: Query = {}) => {
    const { data } = await t.call(transactionFlowList, { type: 'ad_serving', ...query }, { token })
    for (const line of data.items) {
      const detail = await t.call(transactionFlowDetail, { id: line.id }, { token })
      expect(detail.data.line.amount).toBe(line.amount)
    }
    return data.items.map(({ amount }) => amount)
  }

  test('what it took of the customer’s cash and gave back, and it is found by that', async () => {
    const ada = await granted()
    const paid = { cash: 25n, startup: 20n, coupon: 5n }
    const { plan_id } = await world.place(ada, await world.newcomer(ada), paid)
    expect(await served(ada)).toEqual(['-25.00'])
    await t.call(planCancel, { plan_id }, { token: ada.token })
    expect(await served(ada)).toEqual(['25.00', '-25.00'])
    expect(await served(ada, { amount_min: '25', amount_max: '25.00' })).toEqual(['25.00', '-25.00'])
    expect(await served(ada, { amount_min: '5', amount_max: '5' })).toEqual([])
    expect(await served(ada, { amount_min: '25.01' })).toEqual([])
  })

  test('what it took of startup funds where it took no cash', async () => {
    const ada = await granted()
    const { plan_id } = await world.place(ada, null, { cash: 0n, startup: 20n })
    await t.call(planCancel, { plan_id }, { token: ada.token })
    expect(await served(ada)).toEqual(['20.00', '-20.00'])
  })
})

describe('PRODUCT §3, §9: what plans bring back', () => {
  test('goes to startup while the grant is open: unspent whole, of the revenue its share', async () => {
    // By then, what other tests placed has come back.
    await t.advance(4 * DAY_MS)
    const ada = await granted()
    const { plan_id } = await world.place(ada, null, { cash: 20n, startup: 20n })
    await spend(plan_id, 20n)
    // Four conversions of 2.50 against 20 of spend: half of the revenue goes to the startup funds.
    await world.system((tx) =>
      creditConversions(
        t.services,
        tx,
        Array.from({ length: 4 }, () => ({
          conversion_id: newId(),
          plan_id,
          occurred_at: t.services.clock.now(),
        })),
      ),
    )
    await t.call(planStop, { plan_id }, { token: ada.token })
    t.answers.gate = deliveryIs(true)
    await t.advance(2 * HOUR_MS)
    expect(await unused(ada)).toBe(10n * UNIT)
    const promo = await world.promo()
    await t.advance(8 * DAY_MS)
    expect(await world.promo()).toBe(promo + 5n * UNIT)
    expect(await world.available(ada)).toBe((980n + 10n + 5n) * UNIT)
  })

  test('goes to promo once the grant has expired; what nobody used expires at its time, and the customer is told [proof 30]', async () => {
    const ada = await granted()
    const { plan_id } = await world.place(ada, null, { cash: 15n, startup: 15n })
    await spend(plan_id, 10n)
    await t.advance(30 * DAY_MS - 60_000)
    expect(await unused(ada)).toBe(5n * UNIT)
    const promo = await world.promo()
    await t.advance(61_000)
    expect([await unused(ada), await world.promo()]).toEqual([0n, promo + 5n * UNIT])
    expect(await reasonOf(world.place(ada, null, { cash: 20n, startup: 1n }))).toBe('startup_over')
    const told = await world.system((tx) =>
      tx
        .selectFrom('service.notifications')
        .select('message')
        .where('customer_id', '=', ada.customer_id)
        .where('message', '=', 'startup_expired')
        .execute(),
    )
    expect(told).toHaveLength(1)
    await settle()
    expect(await unused(ada)).toBe(0n)
    expect(await world.promo()).toBe(promo + 15n * UNIT)
    expect(await world.differences()).toEqual([])
  })

  test('goes to promo once the customer has returned the rest', async () => {
    const ada = await granted()
    await world.place(ada, null, { cash: 15n, startup: 15n })
    await giveBack(ada, 5n)
    const promo = await world.promo()
    // Without delivery in 72 hours, everything comes back.
    await t.advance(73 * HOUR_MS)
    expect([await unused(ada), await world.available(ada)]).toEqual([0n, 1_000n * UNIT])
    expect(await world.promo()).toBe(promo + 15n * UNIT)
  })

  test('a part that was returned leaves the rest to be placed, and what plans bring back of it [proof 570]', async () => {
    const ada = await granted()
    const state = async () => (await t.call(startupDetail, {}, { token: ada.token })).data.grant
    await giveBack(ada, 5n)
    expect(await state()).toMatchObject({ unused: '15.00', state: 'open' })
    await world.place(ada, null, { cash: 5n, startup: 15n })
    expect(await state()).toMatchObject({ unused: '0.00', in_plans: '15.00', state: 'open' })
    await t.advance(73 * HOUR_MS)
    expect(await state()).toMatchObject({ unused: '15.00', in_plans: '0.00', state: 'open' })
    await giveBack(ada, 15n)
    expect(await state()).toMatchObject({ unused: '0.00', state: 'returned' })
    expect(await reasonOf(giveBack(ada, 1n))).toBe('startup_funds_insufficient')
    expect(await world.differences()).toEqual([])
  })

  test('nothing of it is ever owed: a plan that earns nothing is written off', async () => {
    const ada = await granted()
    const { plan_id } = await world.place(ada, null, { cash: 10n, startup: 10n })
    await spend(plan_id, 20n)
    await settle()
    expect(await world.available(ada)).toBe(990n * UNIT)
    expect(await world.balance({ code: 'receivable', owner_id: ada.customer_id })).toBe(0n)
  })
})

describe('twenty acts that are committed together cost as many statements as one', () => {
  test.each([
    [
      'receiving',
      () => world.customer(),
      (acting: Services, { customer_id }: BuiltCustomer) => receiveStartup(acting, customer_id, newId()),
    ],
    [
      'placing with startup funds',
      granted,
      (services: Services, customer: BuiltCustomer) =>
        world.place(customer, null, { cash: 10n, startup: 10n }, { services }),
    ],
    [
      'returning',
      granted,
      (acting: Services, { customer_id }: BuiltCustomer) =>
        returnStartup(acting, customer_id, { request_id: newId(), amount: 10n * UNIT }),
    ],
  ])('%s', async (_name, customerFor, act) => {
    const { alone, together } = await statementsOfBatches(t.services, async () => {
      const customer = await customerFor()
      return (acting) => act(acting, customer)
    })
    expect(together).toHaveLength(alone.length)
  })
})
