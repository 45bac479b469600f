import * as fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { plant } from '../../../testing/plant.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { propose, runMarketplaceVerb, takeCash } from '../../../testing/worlds/build-marketplace.ts'
import { billSpend, reverseEvents } from '../../../testing/worlds/unrecorded-delivery.ts'
import { lockPlans } from '../plans.repository.ts'
import { planEntriesPage } from '../reading/plan-entries.ts'
import type { InvalidEvent } from '../running/delivery-types.ts'
import { stopPlan } from '../running/end-plan.ts'
import { resultsOf } from '../settlement/results.repository.ts'
import { settlePlans } from '../settlement/settle-plans.ts'
import { DAY_MS, HOUR_MS, PlanWorld, UNIT, UNTIMELY } from '../testing/plan-world.ts'

let world: PlanWorld

const t = await testServices()
afterAll(() => t.close())
beforeEach(async () => {
  world = await PlanWorld.make(t)
  world.gate(true)
})

function invalid(plan_id: string, charge_micros: bigint, conversion_id: string | null = null): InvalidEvent {
  const spend =
    charge_micros === 0n
      ? null
      : { publisher_id: world.publisher_id, charge_micros, fee_micros: charge_micros / 5n }
  return { event_id: newId(), plan_id, spend, conversion_id }
}

function reverse(...events: InvalidEvent[]) {
  return world.system((tx) => reverseEvents(t.services, tx, { verdict_id: newId(), events }))
}

async function result(plan_id: string) {
  return (await world.system((tx) => resultsOf(tx, [plan_id]))).get(plan_id)
}

describe('before settlement', () => {
  test('both legs go back by their stored numbers, as if the event had never been [proof 11]', async () => {
    const parts = { cash_micros: 60n * UNIT, discount_micros: 30n * UNIT, startup_micros: 10n * UNIT }
    const { plan_id } = await world.place(parts)
    await world.spend(plan_id, 7_000_003n)
    const before = await world.money(plan_id)
    await world.spend(plan_id, 1_234_567n)
    const [conversion] = await world.convert(plan_id, 1)
    const [reversed] = await reverse(invalid(plan_id, 1_234_567n, conversion?.conversion_id ?? null))
    expect(reversed).toMatchObject({
      result: 'reversed',
      spend_returned_micros: 1_234_567n,
      revenue_reversed_micros: 2_500_000n,
    })
    expect(await world.money(plan_id)).toEqual(before)
    await world.expectBooksToBalance()
  })

  test('any history of charges and reversals ends where the valid charges alone would', async () => {
    const parts = { cash_micros: 11n * UNIT, discount_micros: 5n * UNIT, startup_micros: 4n * UNIT }
    const step = fc.record({ charge: fc.bigInt(1n, 900_000n), invalid: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const [mixed, plain] = [await world.place(parts), await world.place(parts)]
        const bill = (plan_id: string, charge_micros: bigint) =>
          world.system((tx) =>
            billSpend(t.services, tx, {
              batch_id: newId(),
              items: [
                { plan_id, publisher_id: world.publisher_id, charge_micros, fee_micros: charge_micros / 5n },
              ],
            }),
          )
        await world.spend(mixed.plan_id, 1n)
        await world.spend(plain.plan_id, 1n)
        for (const { charge } of steps) await bill(mixed.plan_id, charge)
        for (const { charge } of steps.filter((one) => one.invalid))
          await reverse(invalid(mixed.plan_id, charge))
        for (const { charge } of steps.filter((one) => !one.invalid)) await bill(plain.plan_id, charge)
        expect(await world.money(mixed.plan_id)).toEqual(await world.money(plain.plan_id))
        await stopPlan(t.services, world.customer_id, mixed.plan_id)
        await stopPlan(t.services, world.customer_id, plain.plan_id)
        await t.db.asOwner(`delete from platform.jobs where kind = 'plan.due'`)
        await returnCash()
      }),
      { numRuns: 15 },
    )
    await world.expectBooksToBalance()

    async function returnCash() {
      world = await PlanWorld.make(t)
      world.gate(true)
    }
  })

  test('an owed conversion is cancelled and never paid', async () => {
    world = await PlanWorld.make(t, { escrow_micros: 20n * UNIT })
    const { plan_id } = await world.place(10n * UNIT)
    await world.spend(plan_id, 1_000n)
    await world.convert(plan_id, 8)
    const [owed] = await world.convert(plan_id, 1)
    const [reversed] = await reverse(invalid(plan_id, 0n, owed?.conversion_id ?? null))
    expect(reversed).toMatchObject({ result: 'reversed', revenue_reversed_micros: 0n })
    const rows = await t.db.asOwner(
      `select from plans.owed_conversions where plan_id = $1 and cancelled_at is not null`,
      [plan_id],
    )
    expect(rows).toHaveLength(1)
  })

  test('a reserve freed by a reversal pays what is owed', async () => {
    world = await PlanWorld.make(t, { escrow_micros: 20n * UNIT })
    const { plan_id } = await world.place(10n * UNIT)
    await world.spend(plan_id, 1_000n)
    const [credited] = await world.convert(plan_id, 8)
    await world.convert(plan_id, 1)
    await reverse(invalid(plan_id, 0n, credited?.conversion_id ?? null))
    await t.drain()
    expect((await world.money(plan_id)).revenue_micros).toBe(20n * UNIT)
    await world.expectBooksToBalance()
  })

  test('what was never credited is not found, and nothing moves', async () => {
    const { plan_id } = await world.place()
    await world.spend(plan_id, 1_000n)
    const before = await world.money(plan_id)
    const results = await reverse(invalid(plan_id, 0n, newId()), invalid(newId(), 5n))
    expect(results.map((one) => one.result)).toEqual(['not_found', 'not_found'])
    expect(await world.money(plan_id)).toEqual(before)
  })
})

describe('after settlement', () => {
  beforeEach(() => world.settle())

  const PARTS = { cash_micros: 60n * UNIT, discount_micros: 30n * UNIT, startup_micros: 10n * UNIT }

  async function settled(conversions: number) {
    const { plan_id } = await world.place(PARTS)
    await world.spend(plan_id, 90n * UNIT)
    await world.spend(plan_id, 10n * UNIT)
    const credited = await world.convert(plan_id, conversions)
    await world.settle()
    return { plan_id, conversion_id: credited[0]?.conversion_id ?? null }
  }

  test('the settlement is computed again without the events and the differences are posted [proof 19]', async () => {
    const { plan_id, conversion_id } = await settled(20)
    const [available, escrow, promo, fee] = [
      await world.available(),
      await world.escrow(),
      await world.platform('promo'),
      await world.platform('fee'),
    ]
    const [reversed] = await reverse(invalid(plan_id, 10n * UNIT, conversion_id))
    expect(reversed).toMatchObject({ result: 'reversed', spend_returned_micros: 10n * UNIT })
    // Spend back: 6 cash, 4 promotional. Revenue 50 → 47.50, a tenth of which belongs to the startup funds.
    expect((await world.available()) - available).toBe(6n * UNIT - 2_250_000n)
    expect((await world.platform('promo')) - promo).toBe(4n * UNIT - 250_000n)
    expect((await world.platform('fee')) - fee).toBe(-2n * UNIT)
    expect((await world.escrow()) - escrow).toBe(2_500_000n)
    expect(await result(plan_id)).toMatchObject({
      revision: 2,
      cause: 'invalid',
      spend_micros: 90n * UNIT,
      revenue_micros: 47_500_000n,
      startup_return_micros: 4_750_000n,
      platform_fee_micros: 18n * UNIT,
    })
    await world.expectBooksToBalance()
    const page = await planEntriesPage(t.services, world.customer_id, plan_id, { limit: 100 })
    expect(new Set(page.items.map(({ posting }) => posting))).toEqual(
      new Set(['plan_placed', 'spend', 'conversion', 'settlement', 'invalid_before_settlement']),
    )
  })

  test('what was related when it settled is so in its correction, though the declaration has ended since', async () => {
    const declaration = {
      kind: 'staff',
      party_name: 'A member of staff',
      advertiser_id: world.product.advertiser_id,
      share_percent: '40',
      since: '2026-01-01',
      reason: 'Declared by the person',
    }
    const said = await runMarketplaceVerb(t.services, 'declare-related', declaration)
    const declaration_id = String(Object(said).declaration_id)
    const before = await settled(20)
    await propose(t.services, 'end-related', { declaration_id, reason: 'Sold' })
    const corrected = async ({ plan_id, conversion_id }: typeof before) => {
      await reverse(invalid(plan_id, 10n * UNIT, conversion_id))
      return await result(plan_id)
    }
    expect(await corrected(before)).toMatchObject({
      revision: 2,
      spend_micros: 90n * UNIT,
      related_spend_micros: 90n * UNIT,
      related_revenue_micros: 47_500_000n,
    })
    expect(await corrected(await settled(20))).toMatchObject({
      revision: 2,
      related_spend_micros: 0n,
      related_revenue_micros: 0n,
    })
  })

  test('twice is two revisions, each on top of the other [proof 20]', async () => {
    const { plan_id, conversion_id } = await settled(20)
    await reverse(invalid(plan_id, 10n * UNIT))
    await reverse(invalid(plan_id, 0n, conversion_id))
    expect(await result(plan_id)).toMatchObject({
      revision: 3,
      spend_micros: 90n * UNIT,
      revenue_micros: 47_500_000n,
    })
    const again = await reverse(invalid(plan_id, 0n, conversion_id))
    expect(again[0]).toMatchObject({ revenue_reversed_micros: 0n })
    expect((await result(plan_id))?.revision).toBe(3)
    await world.expectBooksToBalance()
  })

  test('escrow gets only what is collected; the rest is repaid from later settlements, and blocks nothing [proof 21]', async () => {
    const { plan_id } = await world.place(100n * UNIT)
    await world.spend(plan_id, 100n * UNIT)
    const credited = await world.convert(plan_id, 20)
    await world.settle()
    const later = await world.place(100n * UNIT)
    await withdrawAllBut(10n * UNIT)
    const escrow = await world.escrow()
    await reverse(...credited.slice(0, 10).map(({ conversion_id }) => invalid(plan_id, 0n, conversion_id)))
    expect(await world.available()).toBe(0n)
    expect((await world.escrow()) - escrow).toBe(10n * UNIT)
    const owner = { owner_id: world.customer_id }
    expect(await world.balance({ code: 'receivable', ...owner })).toBe(15n * UNIT)
    expect(await world.balance({ code: 'recovery', ...owner })).toBe(15n * UNIT)
    await world.expectBooksToBalance()
    await world.spend(later.plan_id, 50n * UNIT)
    await world.convert(later.plan_id, 20)
    const before = await world.escrow()
    await world.settle()
    expect(await world.balance({ code: 'receivable', ...owner })).toBe(0n)
    // 50 of revenue less the 15 owed, and 50 unspent.
    expect(await world.available()).toBe(85n * UNIT)
    expect((await world.escrow()) - before).toBe(15n * UNIT + 150n * UNIT)
    await world.expectBooksToBalance()
  })

  test('two plans of somebody who owes, settled at the same moment, repay each receivable once', async () => {
    const { plan_id } = await world.place(100n * UNIT)
    await world.spend(plan_id, 100n * UNIT)
    const credited = await world.convert(plan_id, 2)
    await world.settle()
    const later = [await world.place(20n * UNIT), await world.place(20n * UNIT)]
    await withdrawAllBut(0n)
    for (const { conversion_id } of credited) await reverse(invalid(plan_id, 0n, conversion_id))
    for (const one of later) {
      await world.spend(one.plan_id, 20n * UNIT)
      await world.convert(one.plan_id, 1)
    }
    await t.advance(2 * HOUR_MS)
    // Settled directly, at the same moment and before they are due.
    const undoing = await plant(t.db.asOwner, [UNTIMELY])
    const settleAlone = (id: string) =>
      world.system(async (tx) => settlePlans(t.services, tx, [...(await lockPlans(tx, [id])).values()]))
    await Promise.all(later.map((one) => settleAlone(one.plan_id)))
    for (const undo of undoing) await t.db.asOwner(undo)
    const repaid = await t.db.asOwner(
      `select amount_micros, (
         select sum(amount_micros)::bigint from plans.receivable_reductions as reduction
         where reduction.receivable_id = receivables.receivable_id) as repaid_micros
       from plans.receivables where customer_id = $1`,
      [world.customer_id],
    )
    const once = { amount_micros: 2_500_000n, repaid_micros: 2_500_000n }
    expect(repaid).toEqual([once, once])
    await world.expectBooksToBalance()
  })

  test('what is never repaid is written off after twelve months [proof 22]', async () => {
    const { plan_id } = await world.place(100n * UNIT)
    await world.spend(plan_id, 100n * UNIT)
    const [credited] = await world.convert(plan_id, 1)
    await world.settle()
    await withdrawAllBut(0n)
    await reverse(invalid(plan_id, 0n, credited?.conversion_id ?? null))
    const receivable = { code: 'receivable', owner_id: world.customer_id } as const
    expect(await world.balance(receivable)).toBe(2_500_000n)
    await t.advance(366 * DAY_MS)
    expect(await world.balance(receivable)).toBe(0n)
    await world.expectBooksToBalance()
  })

  test('beyond the publisher’s 60 days nothing is reversed', async () => {
    const { plan_id, conversion_id } = await settled(5)
    await t.advance(61 * DAY_MS)
    const results = await reverse(invalid(plan_id, 10n * UNIT, conversion_id))
    expect(results.map((one) => one.result)).toEqual(['too_late'])
    expect((await result(plan_id))?.revision).toBe(1)
  })

  async function withdrawAllBut(left_micros: bigint): Promise<void> {
    await takeCash(t.services, world.customer_id, (await world.available()) - left_micros)
  }
})
