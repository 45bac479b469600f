import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { vipCancel, vipOpen } from '@adtally/contract/money/vip.ts'
import { creditList, userLevel } from '@adtally/contract/standing.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { deliveryIs } from '../../testing/servers/plan-answers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { PlanLife } from '../../testing/worlds/plan-life.ts'

const DAY_MS = 86_400_000
const UNIT = 1_000_000n
const VIP_TERMS = { price: '20.00', vip_fee_percent: 15 }

const t = await testProgram()
afterAll(() => t.close())

const signedIn = async (life: PlanLife) => ({ token: await life.token() })
const levelOf = async (life: PlanLife) => (await t.call(userLevel, {}, await signedIn(life))).data
const changesOf = async (life: PlanLife) => (await t.call(creditList, {}, await signedIn(life))).data.items

describe('level', () => {
  test('follows settled spend of 90 days, not deposits and not what runs, and says its formula', async () => {
    const life = await PlanLife.begin(t)
    const before = await levelOf(life)
    expect(before).toMatchObject({
      level: 0,
      settled_spend: '0.00',
      window_days: 90,
    })
    expect(before.steps.map(({ spend }) => spend)).toEqual(['500.00', '2000.00', '10000.00', '50000.00'])
    expect(before.next).toEqual({ level: 1, spend: '500.00', missing: '500.00', progress_percent: 0 })
    const plan_id = await life.place(600n * UNIT)
    await life.spend(plan_id, 550n * UNIT)
    expect((await levelOf(life)).level).toBe(0)
    await life.settle()
    const after = await levelOf(life)
    expect(after).toMatchObject({ level: 1, settled_spend: '550.00', settled_plans: 1 })
    expect(after.next).toEqual({ level: 2, spend: '2000.00', missing: '1450.00', progress_percent: 27 })
    expect((await t.call(userInfoCall, {}, await signedIn(life))).data).toMatchObject({
      level: 1,
      credit_score: 100,
    })
    await life.chargeBack(plan_id, 60n * UNIT)
    expect(await levelOf(life)).toMatchObject({ level: 0, settled_spend: '490.00' })
    await t.advance(91 * DAY_MS)
    expect(await levelOf(life)).toMatchObject({ level: 0, settled_spend: '0.00' })
  })

  test('VIP is told with its price, its rebate and where it breaks even, on one’s own numbers', async () => {
    const life = await PlanLife.begin(t)
    await life.settled(300n * UNIT)
    expect((await levelOf(life)).vip).toEqual({
      price: '20.00',
      fee_percent: 20,
      vip_fee_percent: 15,
      break_even_spend: '400.00',
      own_cash_spend: '300.00',
      own_rebate: '15.00',
    })
  })

  test('what VIP would have brought leaves out what settled in a month of VIP that has ended since [proof 840]', async () => {
    const life = await PlanLife.begin(t)
    const spendAndSettle = async (amount_micros: bigint) => {
      const plan_id = await life.place(amount_micros)
      await life.spend(plan_id, amount_micros)
      t.answers.gate = deliveryIs(true)
      for (const by_ms of [DAY_MS / 12, 8 * DAY_MS]) await t.advance(by_ms)
    }
    const { vip_id } = (await t.call(vipOpen, { request_id: newId(), ...VIP_TERMS }, await signedIn(life)))
      .data
    await spendAndSettle(100n * UNIT)
    await t.call(vipCancel, { vip_id }, await signedIn(life))
    expect((await levelOf(life)).vip).toMatchObject({ own_cash_spend: '0.00', own_rebate: '0.00' })
    await spendAndSettle(60n * UNIT)
    const after = await levelOf(life)
    expect(after.settled_spend).toBe('160.00')
    expect(after.vip).toMatchObject({ own_cash_spend: '60.00', own_rebate: '3.00' })
  })
})

describe('credit score', () => {
  test('starts at 100, loses 5 by a chargeback, gains 1 by a clean settled plan, each with its cause', async () => {
    const life = await PlanLife.begin(t)
    const first = await life.settled(50n * UNIT)
    expect(await changesOf(life)).toEqual([])
    await life.chargeBack(first, 10n * UNIT)
    const second = await life.settled(50n * UNIT)
    const never = await life.place(50n * UNIT)
    await life.settle()
    const [row] = await t.db.asOwner('select status from plans.plans where plan_id = $1', [never])
    expect(row).toEqual({ status: 'putFailed' })
    const changes = await changesOf(life)
    expect(
      changes.map(({ cause, points, score_after, plan_id }) => [cause, points, score_after, plan_id]),
    ).toEqual([
      ['clean_plan', 1, 96, second],
      ['chargeback', -5, 95, first],
    ])
    expect(changes[0]?.plan_number).toMatch(/^P\d+$/)
    expect((await levelOf(life)).credit.score).toBe(96)
  })

  test('counts a result once, however often it is told, and stays within 0 and 100', async () => {
    const life = await PlanLife.begin(t)
    const plan_id = await life.settled(100n * UNIT)
    for (let times = 0; times < 22; times += 1) await life.chargeBack(plan_id, UNIT)
    const again = 'select standing.count_result(plan_id, revision) from plans.results where plan_id = $1'
    await t.db.asOwner(again, [plan_id])
    expect((await levelOf(life)).credit.score).toBe(0)
    const { items, next_cursor } = (await t.call(creditList, { limit: '15' }, await signedIn(life))).data
    const rest = (await t.call(creditList, { cursor: next_cursor ?? '' }, await signedIn(life))).data.items
    expect([items.length + rest.length, items[0]?.score_after, rest.at(-1)?.score_after]).toEqual([20, 0, 95])
  })

  test('nobody can type one: neither the program nor, of a cause, the schema’s owner', async () => {
    const life = await PlanLife.begin(t)
    await life.settled(20n * UNIT)
    for (const statement of [
      'insert into standing.scores values (gen_random_uuid(), 100)',
      'update standing.scores set score = 100',
      'delete from standing.credit_changes',
      'update identity.customers set level = 4',
      'update identity.customers set credit_score = 100',
    ]) {
      await expect(t.db.asProgram(statement), statement).rejects.toThrow(/permission denied|does not exist/)
    }
    await expect(t.db.asOwner('update standing.credit_changes set score_after = 100')).rejects.toThrow()
  })

  test('a customer’s scope sees their own alone', async () => {
    const [one, two] = [await PlanLife.begin(t), await PlanLife.begin(t)]
    for (const life of [one, two]) await life.settled(20n * UNIT)
    const scope = { kind: 'customer', customer_id: two.customer_id } as const
    const seen = await t.services.database.transaction(scope, (tx) =>
      tx.selectFrom('standing.credit_changes').select('customer_id').distinct().execute(),
    )
    expect(seen).toEqual([{ customer_id: two.customer_id }])
    expect(await t.db.asProgram('select from standing.scores')).toEqual([])
  })
})
