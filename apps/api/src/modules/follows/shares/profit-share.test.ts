import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { testServices } from '../../../testing/servers/test-services.ts'
import { giveCash, takeCash } from '../../../testing/worlds/build-marketplace.ts'
import { flowLines } from '../../ledger/index.ts'
import { endFollow } from '../end-follow.ts'
import { listAssistance } from '../list-assistance.ts'
import { place, UNIT } from '../testing/follow-world.ts'
import { PAYOUT_MICROS, SharedWorld } from '../testing/shared-world.ts'
import { listIncome, listShares } from './list-shares.ts'

const t = await testServices()
afterAll(() => t.close())

/** Recomputes each share from the first plan on (PRODUCT §10). */
function naiveShares(profits: readonly bigint[]): bigint[] {
  let [sum, best] = [0n, 0n]
  return profits.map((profit) => {
    sum += profit
    const above = sum > best ? sum - best : 0n
    best = sum > best ? sum : best
    return (above * 20n) / 100n
  })
}

const linesOf = async (customer_id: string) => {
  const { items } = await t.services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    flowLines(tx, customer_id, { limit: 100 }),
  )
  return items.map(({ type, flow_id, amount_micros }) => [type, flow_id.split(':')[2], amount_micros])
}

describe('PRODUCT §3 Settlement: a leader’s share of profit', () => {
  test('is taken in the follower’s settlement, and both sides read it as profit sharing [proof 18]', async () => {
    const world = await SharedWorld.make(t)
    const { plan_id } = await world.followed(12)
    await world.settle()
    // Revenue of 30 on a spend of 20.
    expect(await world.result(plan_id)).toMatchObject({
      profit_micros: 10n * UNIT,
      profit_share_micros: 2n * UNIT,
      customer_micros: 28n * UNIT,
      leader_id: world.leader.customer_id,
      share_rate_percent: 20n,
    })
    expect(await world.cash()).toEqual([1_002n * UNIT, 1_008n * UNIT])
    const { customer_id } = world.follower
    const paid = (await listShares(t.services, customer_id, {})).items
    expect(paid).toMatchObject([
      { plan_id, operated_id: world.leader.operated_id, result: '10.00', share: '2.00', high_water: '10.00' },
    ])
    const { relation } = await listAssistance(t.services, customer_id, {})
    expect(relation?.mark).toEqual({
      cumulative: '10.00',
      high_water: '10.00',
      missing: '0.00',
      shares: '2.00',
    })
    const income = await listIncome(t.services, world.leader.customer_id, {})
    expect(income).toMatchObject({ total: '2.00', items: [{ follower_number: 1, plans: 1, income: '2.00' }] })
    expect(JSON.stringify(income)).not.toMatch(
      new RegExp([customer_id, plan_id, world.follower.operated_id].join('|')),
    )
    expect(await linesOf(world.leader.customer_id)).toContainEqual(['profit_sharing', 'share', 2n * UNIT])
    expect(await linesOf(world.follower.customer_id)).toContainEqual(['profit_sharing', 'share', -2n * UNIT])
    await world.expectBooksToBalance()
  })

  test('is nothing of a loss, and the mark outlives the following', async () => {
    const world = await SharedWorld.make(t)
    const lost = await world.followed(4)
    await world.settle()
    const { relation } = await listAssistance(t.services, world.follower.customer_id, {})
    await endFollow(t.services, world.follower.customer_id, relation?.relation_id ?? '')
    await world.follow()
    const won = await world.followed(14)
    await world.settle()
    // −10, then +15: 5 above the mark.
    expect((await world.result(lost.plan_id)).profit_share_micros).toBe(0n)
    expect((await world.result(won.plan_id)).profit_share_micros).toBe(1n * UNIT)
    await world.expectBooksToBalance()
  })
})

describe('PRODUCT §3 Invalid after settlement: shares', () => {
  test('property: after any corrections every share is as if all had been recomputed', async () => {
    const plan = fc.integer({ min: 0, max: 16 })
    const step = fc.record({
      plan: fc.nat(3),
      conversion: fc.boolean(),
      charge: fc.oneof(fc.constant(0n), fc.bigInt(1n, 3_000_000n)),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(plan, { minLength: 3, maxLength: 4 }),
        fc.array(step, { minLength: 4, maxLength: 8 }),
        async (conversions, steps) => {
          const world = await SharedWorld.make(t)
          const plans = []
          for (const count of conversions) plans.push(await world.followed(count))
          await world.settle()
          const order = await settledOrder(plans.map(({ plan_id }) => plan_id))
          const profits = new Map(
            plans.map(({ plan_id }, index) => [
              plan_id,
              BigInt(conversions[index] ?? 0) * PAYOUT_MICROS - 20n * UNIT,
            ]),
          )
          await expectShares(world, order, profits)
          for (const { plan, conversion, charge } of steps) {
            const chosen = plans[plan % plans.length]
            const reversed = conversion ? chosen?.conversion_ids.shift() : undefined
            if (!chosen || (reversed === undefined && charge === 0n)) continue
            await world.reverse(chosen.plan_id, charge, reversed ?? null)
            const taken = reversed === undefined ? 0n : PAYOUT_MICROS
            profits.set(chosen.plan_id, (profits.get(chosen.plan_id) ?? 0n) + charge - taken)
            await expectShares(world, order, profits)
          }
          await world.expectBooksToBalance()
        },
      ),
      { numRuns: 3 },
    )
  })

  test('two verdicts at once on plans of one pair leave what one after the other would', async () => {
    const world = await SharedWorld.make(t)
    const plans = [await world.followed(14), await world.followed(14), await world.followed(14)]
    await world.settle()
    const order = await settledOrder(plans.map(({ plan_id }) => plan_id))
    await Promise.all(plans.map(({ plan_id, conversion_ids: [id = null] }) => world.reverse(plan_id, 0n, id)))
    const profit = 14n * PAYOUT_MICROS - 20n * UNIT - PAYOUT_MICROS
    await expectShares(world, order, new Map(order.map((plan_id) => [plan_id, profit])))
    await world.expectBooksToBalance()
  })

  test('control: where later plans of the pair are not settled again, a share is wrong', async () => {
    const world = await SharedWorld.make(t)
    const plans = [await world.followed(12), await world.followed(12)]
    await world.settle()
    const order = await settledOrder(plans.map(({ plan_id }) => plan_id))
    const first = plans.find(({ plan_id }) => plan_id === order[0])
    const { sharing } = t.answers
    t.answers.sharing = {
      ...sharing,
      revised: async (...asked) => new Map([...(await sharing.revised(...asked))].slice(0, 1)),
    }
    for (const id of first?.conversion_ids.slice(0, 8) ?? []) await world.reverse(order[0] ?? '', 0n, id)
    t.answers.sharing = sharing
    const shares = []
    for (const plan_id of order) shares.push((await world.result(plan_id)).profit_share_micros)
    expect(shares).not.toEqual(naiveShares([-10n * UNIT, 10n * UNIT]))
  })

  test('a later settlement counts from the mark as the correction left it', async () => {
    const world = await SharedWorld.make(t)
    const first = await world.followed(16)
    await world.settle()
    expect((await world.result(first.plan_id)).profit_share_micros).toBe(4n * UNIT)
    for (const id of first.conversion_ids.slice(0, 4)) await world.reverse(first.plan_id, 0n, id)
    expect((await world.result(first.plan_id)).profit_share_micros).toBe(2n * UNIT)
    const second = await world.followed(12)
    await world.settle()
    expect((await world.result(second.plan_id)).profit_share_micros).toBe(2n * UNIT)
  })

  test('what a leader can’t give back is a receivable, repaid from their later settlement, and blocks nothing', async () => {
    const world = await SharedWorld.make(t)
    const { plan_id, conversion_ids } = await world.followed(16)
    await world.settle()
    await takeAll(world)
    const escrow = await world.escrow()
    for (const id of conversion_ids.slice(0, 8)) await world.reverse(plan_id, 0n, id)
    const leader = { owner_id: world.leader.customer_id }
    expect(await world.balance({ code: 'receivable', ...leader })).toBe(4n * UNIT)
    // 20 of revenue were reversed, of which the follower had 16.
    expect((await world.escrow()) - escrow).toBe(16n * UNIT)
    const own = await t.db.asOwner<{ creditor_customer_id: string | null }>(
      'select creditor_customer_id from plans.receivables where customer_id = $1',
      [leader.owner_id],
    )
    expect(new Set(own.map((row) => row.creditor_customer_id))).toEqual(new Set([null]))
    await world.expectBooksToBalance()
  })

  test('a share that a later plan need not have paid goes back to the follower, or is owed to them', async () => {
    const world = await SharedWorld.make(t)
    const plans = [await world.followed(12), await world.followed(12)]
    await world.settle()
    const [first, second] = await settledOrder(plans.map(({ plan_id }) => plan_id))
    await takeAll(world)
    // The first plan's profit of 10 becomes a loss of 10, which the second one only makes up.
    const conversions = plans.find(({ plan_id }) => plan_id === first)?.conversion_ids ?? []
    for (const id of conversions.slice(0, 8)) await world.reverse(first ?? '', 0n, id)
    expect(await world.result(second ?? '')).toMatchObject({
      cause: 'share',
      profit_share_micros: 0n,
    })
    const owed = await t.db.asOwner<{ creditor_customer_id: string | null; amount_micros: string }>(
      `select creditor_customer_id, sum(amount_micros)::text as amount_micros from plans.receivables
       where customer_id = $1 group by creditor_customer_id order by creditor_customer_id nulls first`,
      [world.leader.customer_id],
    )
    expect(owed).toEqual([
      { creditor_customer_id: null, amount_micros: '2000000' },
      { creditor_customer_id: world.follower.customer_id, amount_micros: '2000000' },
    ])
    const [, before] = await world.cash()
    const { customer_id } = world.leader
    await giveCash(t.services, customer_id, 100n * UNIT)
    const own = await place(t, customer_id, world.product.product_id)
    await world.deliver(own, 20n * UNIT, 8)
    await world.settle()
    expect(await world.balance({ code: 'receivable', owner_id: customer_id })).toBe(0n)
    const [, after] = await world.cash()
    expect(after - before).toBe(2n * UNIT)
    await world.expectBooksToBalance()
  })

  async function takeAll(world: SharedWorld): Promise<void> {
    const { customer_id } = world.leader
    await takeCash(t.services, customer_id, await world.available(customer_id))
  }
})

async function settledOrder(plan_ids: readonly string[]): Promise<string[]> {
  const rows = await t.db.asOwner<{ plan_id: string }>(
    'select plan_id from follows.mark_entries where plan_id = any ($1) and revision = 1 order by sequence',
    [plan_ids],
  )
  return rows.map(({ plan_id }) => plan_id)
}

async function expectShares(
  world: SharedWorld,
  order: readonly string[],
  profits: ReadonlyMap<string, bigint>,
): Promise<void> {
  const expected = naiveShares(order.map((plan_id) => profits.get(plan_id) ?? 0n))
  const results = []
  for (const plan_id of order) results.push(await world.result(plan_id))
  expect(results.map(({ profit_micros }) => profit_micros)).toEqual(order.map((id) => profits.get(id)))
  expect(results.map(({ profit_share_micros }) => profit_share_micros)).toEqual(expected)
  const all = expected.reduce((sum, one) => sum + one, 0n)
  const gained = [...profits.values()].reduce((sum, one) => sum + one, 0n)
  expect(await world.cash()).toEqual([1_000n * UNIT + all, 1_000n * UNIT + gained - all])
}
