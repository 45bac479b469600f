import { transactionFlowCause } from '@adtally/contract/money/statements.ts'
import { userVip, vipCancel, vipOpen } from '@adtally/contract/money/vip.ts'
import { transactionFlowDetail, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { deliveryIs } from '../../testing/servers/plan-answers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { statementsOfBatches } from '../../testing/worlds/batched-acts.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { giveCash } from '../../testing/worlds/build-marketplace.ts'
import { PlanLife } from '../../testing/worlds/plan-life.ts'
import { balances, PLATFORM_ID, verifyLedger } from '../ledger/index.ts'
import { openVip } from './open-vip.ts'

const DAY_MS = 86_400_000
const UNIT = 1_000_000n
const TERMS = { price: '20.00', vip_fee_percent: 15 }

const t = await testProgram()
afterAll(() => t.close())

const signedIn = async (life: PlanLife) => ({ token: await life.token() })
const open = async (life: PlanLife, request_id = newId(), terms = TERMS) =>
  await t.call(vipOpen, { request_id, ...terms }, await signedIn(life))
const cancel = async (life: PlanLife, vip_id: string) =>
  await t.call(vipCancel, { vip_id }, await signedIn(life))
const months = async (life: PlanLife) => (await t.call(userVip, {}, await signedIn(life))).data.items

async function held(account: Parameters<typeof balances>[1][number]): Promise<bigint> {
  const [found = 0n] = await t.system((tx) => balances(tx, [account]))
  return found
}
const available = ({ customer_id }: PlanLife) => held({ code: 'customer_available', owner_id: customer_id })
const unearned = (subject_id: string) => held({ code: 'fee_unearned', owner_id: PLATFORM_ID, subject_id })

/** Advances until spent plans are settled. */
async function settleSoon(): Promise<void> {
  t.answers.gate = deliveryIs(true)
  for (const by_ms of [DAY_MS / 12, 8 * DAY_MS]) await t.advance(by_ms)
}

async function expectBooksToBalance() {
  const { differences } = await t.system(verifyLedger)
  expect(differences).toEqual([])
}

describe('PRODUCT §3 VIP opened', () => {
  test('takes the price once from cash, into what is not earned yet, as the flow’s VIP opening [proof 35]', async () => {
    const life = await PlanLife.begin(t)
    const request_id = newId()
    const first = await open(life, request_id)
    const again = await open(life, request_id)
    expect(again.data.vip_id).toBe(first.data.vip_id)
    expect(first.data).toMatchObject({ state: 'open', price: '20.00', rebate: '0.00' })
    expect(await available(life)).toBe(980n * UNIT)
    expect(await unearned(first.data.vip_id)).toBe(20n * UNIT)
    const flow = (await t.call(transactionFlowList, { type: 'vip_opening' }, await signedIn(life))).data.items
    expect(flow.map(({ amount }) => amount)).toEqual(['-20.00'])
    const { entries } = (await t.call(transactionFlowDetail, { id: flow[0]?.id ?? '' }, await signedIn(life)))
      .data
    const [entry] = entries.items
    const cause = await t.call(
      transactionFlowCause,
      { transfer_id: entry?.transfer_id ?? '' },
      await signedIn(life),
    )
    expect(cause.data).toMatchObject({ kind: 'vip', id: first.data.vip_id, policy_version: 1 })
  })

  test('is refused twice at once, at other terms than those shown, and without the money', async () => {
    const life = await PlanLife.begin(t)
    const options = await signedIn(life)
    const both = await Promise.all(
      [newId(), newId(), newId()].map((request_id) => t.call(vipOpen, { request_id, ...TERMS }, options)),
    )
    const answers = both.map(({ code, data }) => (code === 200 ? 'ok' : (data as { reason?: string }).reason))
    expect(answers.toSorted()).toEqual(['ok', 'vip_open_already', 'vip_open_already'])
    const other = await PlanLife.begin(t)
    expect((await open(other, newId(), { ...TERMS, price: '10.00' })).data).toMatchObject({
      reason: 'vip_terms_changed',
    })
    await other.place(990n * UNIT)
    expect((await open(other)).data).toMatchObject({ reason: 'insufficient_balance' })
    const reused = newId()
    await open(await PlanLife.begin(t), reused)
    expect((await open(life, reused)).data).toMatchObject({ reason: 'vip_open_already' })
  })

  test('costs as many statements for twenty who open together as for one', async () => {
    const { alone, together } = await statementsOfBatches(t.services, async () => {
      const { customer_id } = await buildCustomer(t.services)
      await giveCash(t.services, customer_id, 20n * UNIT)
      return (acting) => openVip(acting, customer_id, { request_id: newId(), ...TERMS })
    })
    expect(together).toHaveLength(alone.length)
  })

  test('is earned as the month passes, whatever the runs, and is over by itself [proof 36]', async () => {
    const life = await PlanLife.begin(t)
    const { vip_id, opened_at, ends_at } = (await open(life)).data
    await t.advance(10 * DAY_MS)
    const whole_ms = Date.parse(ends_at) - Date.parse(opened_at)
    const expected = (20n * UNIT * BigInt(10 * DAY_MS)) / BigInt(whole_ms)
    const rest = await unearned(vip_id)
    expect(20n * UNIT - rest <= expected + UNIT).toBe(true)
    expect(20n * UNIT - rest >= expected - UNIT).toBe(true)
    await t.advance(22 * DAY_MS)
    expect(await unearned(vip_id)).toBe(0n)
    expect(await months(life)).toMatchObject([{ state: 'over', refund: null, earned: '20.00' }])
    expect((await cancel(life, vip_id)).data).toMatchObject({ reason: 'vip_not_open' })
    await expectBooksToBalance()
  })
})

describe('PRODUCT §12 VIP’s rebate', () => {
  test('comes back at settlement, of cash spend alone, and a correction takes its part of it back', async () => {
    const life = await PlanLife.begin(t)
    const plan_id = await life.place(100n * UNIT, 100n * UNIT)
    await life.spend(plan_id, 200n * UNIT)
    const { vip_id } = (await open(life)).data
    await settleSoon()
    const [month] = await months(life)
    expect(month).toMatchObject({ plans: 1, cash_spend: '100.00', rebate: '5.00' })
    const [row] = await t.db.asOwner(
      'select vip_id, vip_fee_percent::text, rebate_micros::text from plans.results where plan_id = $1',
      [plan_id],
    )
    expect(row).toEqual({ vip_id, vip_fee_percent: '15', rebate_micros: '5000000' })
    await life.chargeBack(plan_id, 40n * UNIT)
    expect((await months(life))[0]).toMatchObject({ cash_spend: '80.00', rebate: '4.00' })
    await expectBooksToBalance()
  })

  test('control: a plan that settles without VIP brings none', async () => {
    const life = await PlanLife.begin(t)
    const plan_id = await life.settled(100n * UNIT)
    const [row] = await t.db.asOwner(
      'select vip_id, rebate_micros::text from plans.results where plan_id = $1',
      [plan_id],
    )
    expect(row).toEqual({ vip_id: null, rebate_micros: '0' })
  })
})

describe('PRODUCT §3 VIP cancelled early', () => {
  test('gives back what has not passed, once, and earns the rest [proof 37]', async () => {
    const life = await PlanLife.begin(t)
    const { vip_id } = (await open(life)).data
    await t.advance(5 * DAY_MS)
    const first = (await cancel(life, vip_id)).data
    expect(first.state).toBe('cancelled')
    expect(await cancel(life, vip_id)).toMatchObject({ data: { refund: first.refund } })
    const cash = await available(life)
    expect(cash).toBe(980n * UNIT + BigInt((first.refund ?? '').replace('.', '').padEnd(8, '0')))
    expect(cash > 995n * UNIT && cash < 998n * UNIT).toBe(true)
    expect(await unearned(vip_id)).toBe(0n)
    expect((await open(life)).code).toBe(200)
    await expectBooksToBalance()
  })

  test('takes the rebates that it brought off what comes back; nothing more [proof 38]', async () => {
    const life = await PlanLife.begin(t)
    await giveCash(t.services, life.customer_id, 1_000n * UNIT)
    const plan_id = await life.place(600n * UNIT)
    await life.spend(plan_id, 600n * UNIT)
    const { vip_id } = (await open(life)).data
    await settleSoon()
    const before = await available(life)
    expect((await cancel(life, vip_id)).data).toMatchObject({ rebate: '30.00', refund: '0.00' })
    expect(await available(life)).toBe(before)
    expect(await unearned(vip_id)).toBe(0n)
  })

  test('is nobody else’s to do', async () => {
    const { vip_id } = (await open(await PlanLife.begin(t))).data
    expect((await cancel(await PlanLife.begin(t), vip_id)).data).toMatchObject({ reason: 'vip_not_found' })
  })
})

test.each([
  ['a change of the clock', 'Europe/Berlin', '2026-03-15T12:00+01:00', '2026-04-15T12:00+02:00'],
  [
    'a day that the next month does not have',
    'Asia/Tokyo',
    '2026-01-31T23:30+09:00',
    '2026-02-28T23:30+09:00',
  ],
  ['a leap day', 'America/New_York', '2028-01-31T08:00-05:00', '2028-02-29T08:00-05:00'],
  ['an hour that there is not', 'Europe/Berlin', '2027-02-28T02:30+01:00', '2027-03-28T03:30+02:00'],
  ['a year’s end', 'Pacific/Auckland', '2026-12-31T00:10+13:00', '2027-01-31T00:10+13:00'],
])('PRODUCT §12: a month of VIP over %s ends at the same hour there', async (_what, zone, from, until) => {
  const [row] = await t.db.asOwner<{ ends_at: Date }>('select vip.month_end($1, $2) as ends_at', [from, zone])
  expect(row?.ends_at.toISOString()).toBe(new Date(until).toISOString())
})

test('nobody can type a month: other terms than the policy’s, a change, a removal', async () => {
  const life = await PlanLife.begin(t)
  const { vip_id } = (await open(life)).data
  for (const statement of [
    'delete from vip.months',
    'update vip.months set price_micros = 0',
    "update vip.months set ends_at = ends_at + interval '1 year'",
  ]) {
    await expect(t.db.asProgram(statement), statement).rejects.toThrow(/permission denied/)
  }
  await expect(
    t.db.asOwner("update vip.months set ends_at = ends_at + interval '1 year' where vip_id = $1", [vip_id]),
  ).rejects.toThrow(/never changes/)
  await expect(
    t.db.asOwner(
      `insert into vip.months (vip_id, customer_id, policy_version, price_micros, fee_percent, vip_fee_percent,
         time_zone, opened_at, ends_at)
       select gen_random_uuid(), customer_id, policy_version, 1, fee_percent, vip_fee_percent, time_zone, opened_at, ends_at
       from vip.months where vip_id = $1`,
      [vip_id],
    ),
  ).rejects.toThrow(/policy/)
})
