import { userInfoCall } from '@adtally/contract/identity.ts'
import { creditList, userLevel } from '@adtally/contract/standing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { type TestProgram, testProgram } from '../../testing/test-program.ts'
import { openSession } from '../identity/index.ts'
import { reverseEvents } from '../plans/reverse-events.ts'
import { PlanWorld, UNIT } from '../plans/testing/plan-world.ts'

const DAY_MS = 86_400_000
let t: TestProgram

beforeAll(async () => {
  t = await testProgram()
})
afterAll(() => t.close())

/** A session of a world's customer that has just begun: those of before have ended in the time lived through. */
async function signedIn(world: PlanWorld): Promise<{ token: string }> {
  const session = { customer_id: world.customer_id, access: 'full', user_agent: undefined } as const
  return { token: await world.system((tx) => openSession(tx, session, DAY_MS)) }
}

/** Places, spends and lives through it until it is settled. */
async function settled(world: PlanWorld, spend_micros: bigint, place = spend_micros): Promise<string> {
  const { plan_id } = await world.place(place)
  await world.spend(plan_id, spend_micros)
  await world.settle()
  return plan_id
}

/** Finds an event of a settled plan invalid. */
async function chargeBack(world: PlanWorld, plan_id: string, charge_micros: bigint): Promise<void> {
  const spend = { publisher_id: world.publisher_id, charge_micros, fee_micros: charge_micros / 5n }
  const events = [{ event_id: newId(), plan_id, spend, conversion_id: null }]
  await world.system((tx) => reverseEvents(t.services, tx, { verdict_id: newId(), events }))
  await t.drain()
}

const levelOf = async (world: PlanWorld) => (await t.call(userLevel, {}, await signedIn(world))).data
const changesOf = async (world: PlanWorld) => (await t.call(creditList, {}, await signedIn(world))).data.items

describe('level', () => {
  test('follows settled spend of 90 days, not deposits and not what runs, and says its formula', async () => {
    const world = await PlanWorld.make(t)
    const before = await levelOf(world)
    expect(before).toMatchObject({
      level: 0,
      settled_spend: '0.00',
      window_days: 90,
    })
    expect(before.steps.map(({ spend }) => spend)).toEqual(['500.00', '2000.00', '10000.00', '50000.00'])
    expect(before.next).toEqual({ level: 1, spend: '500.00', missing: '500.00' })
    const { plan_id } = await world.place(600n * UNIT)
    await world.spend(plan_id, 550n * UNIT)
    expect((await levelOf(world)).level).toBe(0)
    await world.settle()
    const after = await levelOf(world)
    expect(after).toMatchObject({ level: 1, settled_spend: '550.00', settled_plans: 1 })
    expect(after.next).toEqual({ level: 2, spend: '2000.00', missing: '1450.00' })
    expect((await t.call(userInfoCall, {}, await signedIn(world))).data).toMatchObject({
      level: 1,
      credit_score: 100,
    })
    await chargeBack(world, plan_id, 60n * UNIT)
    expect(await levelOf(world)).toMatchObject({ level: 0, settled_spend: '490.00' })
    await t.advance(91 * DAY_MS)
    expect(await levelOf(world)).toMatchObject({ level: 0, settled_spend: '0.00' })
  })

  test('VIP is told with its price, its rebate and where it breaks even, on one’s own numbers', async () => {
    const world = await PlanWorld.make(t)
    await settled(world, 300n * UNIT)
    expect((await levelOf(world)).vip).toEqual({
      price: '20.00',
      fee_percent: 20,
      vip_fee_percent: 15,
      break_even_spend: '400.00',
      own_cash_spend: '300.00',
      own_rebate: '15.00',
    })
  })
})

describe('credit score', () => {
  test('starts at 100, loses 5 by a chargeback, gains 1 by a clean settled plan, each with its cause', async () => {
    const world = await PlanWorld.make(t)
    const first = await settled(world, 50n * UNIT)
    expect(await changesOf(world)).toEqual([])
    await chargeBack(world, first, 10n * UNIT)
    const second = await settled(world, 50n * UNIT)
    const never = await world.place(50n * UNIT)
    await world.settle()
    expect(await world.status(never.plan_id)).toBe('putFailed')
    const changes = await changesOf(world)
    expect(
      changes.map(({ cause, points, score_after, plan_id }) => [cause, points, score_after, plan_id]),
    ).toEqual([
      ['clean_plan', 1, 96, second],
      ['chargeback', -5, 95, first],
    ])
    expect(changes[0]?.plan_number).toMatch(/^P\d+$/)
    expect((await levelOf(world)).credit.score).toBe(96)
  })

  test('counts a result once, however often it is told, and stays within 0 and 100', async () => {
    const world = await PlanWorld.make(t)
    const plan_id = await settled(world, 100n * UNIT)
    for (let times = 0; times < 22; times += 1) await chargeBack(world, plan_id, UNIT)
    const again = 'select standing.count_result(plan_id, revision) from plans.results where plan_id = $1'
    await t.db.asOwner(again, [plan_id])
    expect((await levelOf(world)).credit.score).toBe(0)
    const { items, next_cursor } = (await t.call(creditList, { limit: '15' }, await signedIn(world))).data
    const rest = (await t.call(creditList, { cursor: next_cursor ?? '' }, await signedIn(world))).data.items
    expect([items.length + rest.length, items[0]?.score_after, rest.at(-1)?.score_after]).toEqual([20, 0, 95])
  })

  test('nobody can type one: neither the program nor, of a cause, the schema’s owner', async () => {
    const world = await PlanWorld.make(t)
    await settled(world, 20n * UNIT)
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
    const [one, two] = [await PlanWorld.make(t), await PlanWorld.make(t)]
    for (const world of [one, two]) await settled(world, 20n * UNIT)
    const scope = { kind: 'customer', customer_id: two.customer_id } as const
    const seen = await t.services.database.transaction(scope, (tx) =>
      tx.selectFrom('standing.credit_changes').select('customer_id').distinct().execute(),
    )
    expect(seen).toEqual([{ customer_id: two.customer_id }])
    expect(await t.db.asProgram('select from standing.scores')).toEqual([])
  })
})
