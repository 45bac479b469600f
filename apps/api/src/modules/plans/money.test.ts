import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildPublisher, payIn, runMarketplaceVerb } from '../../testing/worlds/build-marketplace.ts'
import { billSpend, creditConversions } from '../../testing/worlds/unrecorded-delivery.ts'
import { flowLines } from '../ledger/index.ts'
import { stopPlan } from './running/end-plan.ts'
import { partsOfSpend } from './running/spend-parts.ts'
import { askToPayOwed } from './settlement/owed.ts'
import { resultsOf } from './settlement/results.repository.ts'
import { DAY_MS, HOUR_MS, PlanWorld, UNIT } from './testing/plan-world.ts'

let world: PlanWorld

const t = await testServices()
afterAll(() => t.close())
beforeEach(async () => {
  world = await PlanWorld.make(t)
  world.gate(true)
})

const PARTS = { cash_micros: 60n * UNIT, discount_micros: 30n * UNIT, startup_micros: 10n * UNIT }

async function result(plan_id: string) {
  const found = await world.system((tx) => resultsOf(tx, [plan_id]))
  return found.get(plan_id)
}

async function lines(): Promise<[string, string, string][]> {
  const { items } = await t.services.database.transaction(
    { kind: 'customer', customer_id: world.customer_id },
    (tx) => flowLines(tx, world.customer_id, { limit: 100 }),
  )
  return items.map(({ flow_id, type, amount_micros }) => [
    flow_id.split(':')[2] ?? '-',
    type,
    String(amount_micros),
  ])
}

describe('spend', () => {
  test('falls on the parts in the proportion placed, and on publishers and fee by the stored numbers [proof 7]', async () => {
    const { plan_id } = await world.place(PARTS)
    const other = await buildPublisher(t.services)
    await world.spend(plan_id, 1n)
    await world.system((tx) =>
      billSpend(t.services, tx, {
        batch_id: newId(),
        items: [
          { plan_id, publisher_id: world.publisher_id, charge_micros: 10n * UNIT, fee_micros: 1_999_999n },
          { plan_id, publisher_id: other.publisher_id, charge_micros: 7n, fee_micros: 1n },
        ],
      }),
    )
    const money = await world.money(plan_id)
    const spent = partsOfSpend(PARTS, 10n * UNIT + 8n)
    expect(money.unspent).toEqual({
      cash_micros: PARTS.cash_micros - spent.cash_micros,
      discount_micros: PARTS.discount_micros - spent.discount_micros,
      startup_micros: PARTS.startup_micros - spent.startup_micros,
    })
    expect(money.fee_micros).toBe(2_000_000n)
    expect([...money.publishers.values()].toSorted()).toEqual([6n, 8_000_002n].toSorted())
    await world.expectBooksToBalance()
  })

  test('any way of batching leaves the same balances [proof 8]', async () => {
    const ways = [[1n, 2n, 3_000_001n, 17n], [3_000_021n], [3_000_003n, 17n, 1n]]
    const ends = []
    for (const charges of ways) {
      const { plan_id } = await world.place(PARTS)
      await world.spend(plan_id, 0n)
      for (const charge_micros of charges) {
        await world.system((tx) =>
          billSpend(t.services, tx, {
            batch_id: newId(),
            items: [{ plan_id, publisher_id: world.publisher_id, charge_micros, fee_micros: 0n }],
          }),
        )
      }
      ends.push(await world.money(plan_id))
    }
    expect(ends[1]).toEqual(ends[0])
    expect(ends[2]).toEqual(ends[0])
  })

  test('makes one ad-billing line per plan and day in the customer’s zone', async () => {
    const { plan_id } = await world.place()
    await world.spend(plan_id, 5n * UNIT)
    await world.spend(plan_id, 2n * UNIT)
    await t.advance(DAY_MS)
    await world.spend(plan_id, 1n * UNIT)
    const billing = (await lines()).filter(([line]) => line === 'day')
    expect(billing.map(([, type, amount]) => [type, amount])).toEqual([
      ['ad_billing', String(-1n * UNIT)],
      ['ad_billing', String(-7n * UNIT)],
    ])
  })
})

describe('settlement', () => {
  // Settle the plans of earlier tests first, so that the platform's accounts show only this test's.
  beforeEach(() => world.settle())

  test('divides revenue, earns the fee, releases escrow and returns what was not spent [proof 15]', async () => {
    const { plan_id } = await world.place()
    const escrow_before = await world.escrow()
    const fee_before = await world.platform('fee')
    await world.spend(plan_id, 40n * UNIT)
    await world.convert(plan_id, 10)
    await stopPlan(t.services, world.customer_id, plan_id)
    await world.settle()
    expect(await world.status(plan_id)).toBe('settled')
    expect(await world.available()).toBe(985n * UNIT)
    expect((await world.escrow()) - escrow_before).toBe(200n * UNIT - 25n * UNIT)
    expect((await world.platform('fee')) - fee_before).toBe(8n * UNIT)
    expect(await result(plan_id)).toMatchObject({
      revision: 1,
      policy_version: 1,
      spend_micros: 40n * UNIT,
      revenue_micros: 25n * UNIT,
      profit_micros: -15n * UNIT,
      platform_fee_micros: 8n * UNIT,
      related_spend_micros: 0n,
    })
    const money = await world.money(plan_id)
    expect([money.unspent.cash_micros, money.revenue_micros, money.reserved_micros]).toEqual([0n, 0n, 0n])
    expect(money.publishers.get(world.publisher_id)).toBe(32n * UNIT)
    expect(await lines()).toEqual([
      ['settled', 'ad_billing', String(25n * UNIT)],
      ['returned', 'ad_serving', String(60n * UNIT)],
      ['revenue', 'ad_billing', String(25n * UNIT)],
      ['day', 'ad_billing', String(-40n * UNIT)],
      ['placed', 'ad_serving', String(-100n * UNIT)],
    ])
    await world.expectBooksToBalance()
  })

  test('gives startup funds their share of the revenue first [proof 16]', async () => {
    const { plan_id } = await world.place(PARTS)
    const promo_before = await world.platform('promo')
    await world.spend(plan_id, 100n * UNIT)
    await world.convert(plan_id, 20)
    await world.settle()
    // Revenue 50; startup funds were a tenth of the spend.
    expect((await world.platform('promo')) - promo_before).toBe(5n * UNIT)
    expect(await world.available()).toBe(940n * UNIT + 45n * UNIT)
    expect(await result(plan_id)).toMatchObject({
      startup_return_micros: 5n * UNIT,
      customer_micros: 45n * UNIT,
    })
    await world.expectBooksToBalance()
  })

  test('frees the publisher’s share after 60 days and not before [proof 17]', async () => {
    const { plan_id } = await world.place()
    await world.spend(plan_id, 40n * UNIT)
    await stopPlan(t.services, world.customer_id, plan_id)
    await world.settle()
    const publisher = { code: 'publisher_available', owner_id: world.publisher_id } as const
    await t.advance(51 * DAY_MS)
    expect(await world.balance(publisher)).toBe(0n)
    await t.advance(9 * DAY_MS + HOUR_MS)
    expect(await world.balance(publisher)).toBe(32n * UNIT)
    await world.expectBooksToBalance()
  })

  test('marks what went to related parties', async () => {
    const { plan_id } = await world.place()
    await runMarketplaceVerb(t.services, 'declare-related', {
      kind: 'staff',
      party_name: 'A member of staff',
      publisher_id: world.publisher_id,
      share_percent: '40',
      since: '2026-01-01',
      reason: 'Declared by the person',
    })
    await world.spend(plan_id, 40n * UNIT)
    await stopPlan(t.services, world.customer_id, plan_id)
    await world.settle()
    expect(await result(plan_id)).toMatchObject({
      related_spend_micros: 32n * UNIT,
      related_revenue_micros: 0n,
    })
  })
})

describe('conversions', () => {
  beforeEach(async () => {
    world = await PlanWorld.make(t, { escrow_micros: 20n * UNIT, amount_min: '10.00' })
    world.gate(true)
  })

  test('beyond the cap are owed, in event order, and never fail their batch [proof 9]', async () => {
    const { plan_id } = await world.place(10n * UNIT)
    await world.spend(plan_id, 1_000n)
    const ids = Array.from({ length: 10 }, newId)
    const at = (minute: number) => new Date(t.services.clock.now_ms() - minute * 60_000)
    const unknown = newId()
    const results = await world.system((tx) =>
      creditConversions(t.services, tx, [
        ...ids.map((conversion_id, index) => ({ conversion_id, plan_id, occurred_at: at(index) })),
        { conversion_id: unknown, plan_id: newId(), occurred_at: at(0) },
      ]),
    )
    // The two latest by time are owed; the last one listed happened first.
    expect(ids.map((id) => results.get(id)?.state)).toEqual(['owed', 'owed', ...Array(8).fill('credited')])
    expect(results.get(unknown)).toEqual({ state: 'refused', reason: 'plan_not_running' })
    expect((await world.money(plan_id)).revenue_micros).toBe(20n * UNIT)
    expect(await world.status(plan_id)).toBe('putFinished')
    await world.expectBooksToBalance()
  })

  const topUp = async (amount_micros: bigint) => {
    const { advertiser_id } = world.product
    await payIn(t.services, 'party_paid_in', { code: 'escrow', owner_id: advertiser_id }, amount_micros)
    await world.system((tx) => askToPayOwed(tx, [advertiser_id]))
    await t.drain()
  }

  test('that are owed are paid from a top-up as far as it reaches, oldest first', async () => {
    const { plan_id } = await world.place(10n * UNIT)
    await world.spend(plan_id, 1_000n)
    await world.convert(plan_id, 8)
    const [first, second] = await world.convert(plan_id, 2)
    await t.drain()
    expect([first?.state, second?.state]).toEqual(['owed', 'owed'])
    await topUp(4n * UNIT)
    expect((await world.money(plan_id)).revenue_micros).toBe(22_500_000n)
    expect(await world.escrow()).toBe(1_500_000n)
    const paid = await t.db.asOwner<{ conversion_id: string }>(
      `select conversion_id from plans.owed_conversions where paid_at is not null and plan_id = $1`,
      [plan_id],
    )
    expect(paid).toEqual([{ conversion_id: first?.conversion_id }])
    await topUp(10n * UNIT)
    expect((await world.money(plan_id)).revenue_micros).toBe(25n * UNIT)
    await world.expectBooksToBalance()
  })

  test('paid after the settlement correct it', async () => {
    const { plan_id } = await world.place(10n * UNIT)
    await world.spend(plan_id, 10n * UNIT)
    await world.convert(plan_id, 9)
    await world.settle()
    expect(await world.available()).toBe(1_010n * UNIT)
    await topUp(100n * UNIT)
    expect(await world.available()).toBe(1_012_500_000n)
    expect(await result(plan_id)).toMatchObject({ revision: 2, cause: 'owed', revenue_micros: 22_500_000n })
    expect(await world.escrow()).toBe(97_500_000n)
    await world.expectBooksToBalance()
  })

  test('are credited once, by their id [proof 10]', async () => {
    const { plan_id } = await world.place(10n * UNIT)
    await world.spend(plan_id, 1_000n)
    const conversion = { conversion_id: newId(), plan_id, occurred_at: t.services.clock.now() }
    for (let tries = 0; tries < 3; tries += 1) {
      await world.system((tx) => creditConversions(t.services, tx, [conversion]))
    }
    expect((await world.money(plan_id)).revenue_micros).toBe(2_500_000n)
  })
})
