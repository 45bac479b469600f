import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { publish } from '../../database/outbox.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildCreative, buildPlacement, runMarketplaceVerb } from '../../testing/worlds/build-marketplace.ts'
import { CUSTOMER_DISABLED_TOPIC } from '../identity/index.ts'
import { statusChanges } from './reading/plan-list.repository.ts'
import { cancelPlan, pausePlan, stopPlan } from './running/end-plan.ts'
import { finishSpentPlans } from './running/finish-spent.ts'
import { PLAN_TRIGGERS, STATUS_TRANSITIONS } from './status-table.ts'
import { DAY_MS, HOUR_MS, PlanWorld, UNIT } from './testing/plan-world.ts'

let world: PlanWorld

const t = await testServices()
afterAll(() => t.close())
beforeEach(async () => {
  world = await PlanWorld.make(t)
  world.gate(true)
})

async function history(plan_id: string): Promise<string[]> {
  const plan = await world.plan(plan_id)
  const changes = await world.system((tx) => statusChanges(tx, plan))
  return changes.map(({ status, trigger }) => `${status} by ${trigger}`)
}

const PLACED = ['waitPut by placed', 'matching by creative_approved']

/** Everything that can end a plan before its delivery. */
const ENDINGS = {
  cancelled: (plan_id: string) => cancelPlan(t.services, world.customer_id, plan_id),
  product_closed: async () => {
    const { product_id } = world.product
    await runMarketplaceVerb(t.services, 'product-close', { product_id, reason: 'Over' })
    await t.drain()
  },
  account_disabled: async () => {
    await world.system((tx) => publish(tx, CUSTOMER_DISABLED_TOPIC, { customer_id: world.customer_id }))
    await t.drain()
  },
}

describe('before the first delivery everything is returned', () => {
  async function expectReturned(plan_id: string, ...ending: string[]) {
    expect((await history(plan_id)).slice(-ending.length)).toEqual(ending)
    expect(await world.available()).toBe(1_000n * UNIT)
    expect(await world.escrow()).toBe(100_000n * UNIT)
    await world.expectBooksToBalance()
  }

  test('when the customer cancels [proof 56]', async () => {
    const { plan_id } = await world.place()
    await ENDINGS.cancelled(plan_id)
    await expectReturned(plan_id, ...PLACED, 'putFailed by cancelled')
    expect(await reasonOf(cancelPlan(t.services, world.customer_id, plan_id))).toBe('plan_not_cancellable')
  })

  test('after 72 hours without a delivery, and not a minute before [proof 55]', async () => {
    const { plan_id } = await world.place()
    await t.advance(72 * HOUR_MS - 60_000)
    expect(await world.status(plan_id)).toBe('matching')
    await t.advance(61_000)
    await expectReturned(plan_id, ...PLACED, 'putFailed by no_delivery')
  })

  test('at the end date, where that comes first', async () => {
    const { plan_id } = await world.place(100n * UNIT, 1)
    await t.advance(DAY_MS + 1_000)
    await expectReturned(plan_id, ...PLACED, 'putFailed by no_delivery')
  })

  test('when the product is closed [proof 58]', async () => {
    const { plan_id } = await world.place()
    await ENDINGS.product_closed()
    await expectReturned(plan_id, ...PLACED, 'putFailed by product_closed')
  })

  test('when the account is disabled [proof 57]', async () => {
    const { plan_id } = await world.place()
    await ENDINGS.account_disabled()
    await expectReturned(plan_id, ...PLACED, 'putFailed by account_disabled')
  })

  test('with each part to its source [proof 13]', async () => {
    const promo_before = await world.platform('promo')
    const parts = { cash_micros: 60n * UNIT, discount_micros: 30n * UNIT, startup_micros: 10n * UNIT }
    const { plan_id } = await world.place(parts)
    expect(await world.balance({ code: 'customer_startup', owner_id: world.customer_id })).toBe(0n)
    await cancelPlan(t.services, world.customer_id, plan_id)
    expect(await world.available()).toBe(1_000n * UNIT)
    expect(await world.balance({ code: 'customer_startup', owner_id: world.customer_id })).toBe(10n * UNIT)
    expect(await world.balance({ code: 'customer_discount', owner_id: world.customer_id })).toBe(0n)
    expect((await world.platform('promo')) - promo_before).toBe(30n * UNIT)
    await world.expectBooksToBalance()
  })
})

describe('a creative that waits for review', () => {
  beforeEach(async () => {
    world = await PlanWorld.make(t, { creative: 'draft' })
    world.gate(true)
  })

  const review = (verb: string, creative_id: string | undefined, flags: Record<string, string>) =>
    runMarketplaceVerb(t.services, verb, { creative_id: creative_id ?? '', ...flags }, 'checker')

  test('approved, its plans go to matching [proof 50]', async () => {
    const { plan_id } = await world.place()
    const { creative_id, asset_sha256 = '' } = world.product.creative ?? {}
    await review('approve-creative', creative_id, { asset_sha256 })
    await t.drain()
    expect(await history(plan_id)).toEqual(PLACED)
  })

  test('refused as the last hope, its plans fail with the reviewer’s words [proof 51]', async () => {
    const { plan_id } = await world.place()
    const { creative_id } = await buildCreative(t.services, world.product.product_id)
    await review('refuse-creative', creative_id, { reason: 'Misleading headline' })
    await t.drain()
    expect(await world.status(plan_id)).toBe('waitPut')
    await review('refuse-creative', world.product.creative?.creative_id, { reason: 'Misleading picture' })
    await t.drain()
    expect(await world.plan(plan_id)).toMatchObject({
      status: 'putFailed',
      status_detail: 'Misleading picture',
    })
    expect(await world.available()).toBe(1_000n * UNIT)
  })

  test('not looked at for 48 hours, its plans fail [proof 52]', async () => {
    const { plan_id } = await world.place()
    await t.advance(48 * HOUR_MS - 60_000)
    expect(await world.status(plan_id)).toBe('waitPut')
    await t.advance(61_000)
    expect(await history(plan_id)).toEqual(['waitPut by placed', 'putFailed by review_overdue'])
    expect(await world.available()).toBe(1_000n * UNIT)
  })

  test.each(['cancelled', 'product_closed', 'account_disabled'] as const)(
    '%s meanwhile, its plans fail and all of their money comes back [proof 53]',
    async (trigger) => {
      const { plan_id } = await world.place()
      expect(await world.available()).toBe(900n * UNIT)
      await ENDINGS[trigger](plan_id)
      expect(await history(plan_id)).toEqual(['waitPut by placed', `putFailed by ${trigger}`])
      expect(await world.available()).toBe(1_000n * UNIT)
      expect(await world.escrow()).toBe(100_000n * UNIT)
      await world.expectBooksToBalance()
    },
  )
})

describe('from the first delivery on', () => {
  test('a plan runs, is paused, resumed and stopped by its customer alone [proof 54]', async () => {
    const { plan_id } = await world.place()
    const own = world.customer_id
    expect(await reasonOf(pausePlan(t.services, own, plan_id, true))).toBe('plan_not_pausable')
    expect(await reasonOf(stopPlan(t.services, own, plan_id))).toBe('plan_not_stoppable')
    await world.spend(plan_id, 2_000n)
    expect(await world.status(plan_id)).toBe('putting')
    expect(await reasonOf(cancelPlan(t.services, own, plan_id))).toBe('plan_not_cancellable')
    expect(await reasonOf(stopPlan(t.services, newId(), plan_id))).toBe('plan_not_found')
    expect(await reasonOf(pausePlan(t.services, newId(), plan_id, true))).toBe('plan_not_found')
    await pausePlan(t.services, own, plan_id, true)
    expect(await world.plan(plan_id)).toMatchObject({ status: 'putting', paused: true })
    await pausePlan(t.services, own, plan_id, false)
    expect((await world.plan(plan_id)).paused).toBe(false)
    await pausePlan(t.services, own, plan_id, true)
    await stopPlan(t.services, own, plan_id)
    expect(await world.plan(plan_id)).toMatchObject({
      status: 'putFinished',
      paused: false,
      status_trigger: 'stopped',
    })
  })

  test('it finishes when it is spent to the last micro-unit [proof 59]', async () => {
    const { plan_id } = await world.place()
    await world.spend(plan_id, 99_999_999n)
    expect(await world.status(plan_id)).toBe('putting')
    expect((await world.money(plan_id)).unspent.cash_micros).toBe(1n)
    expect(await world.spend(plan_id, 1n)).toBe('billed')
    expect(await world.plan(plan_id)).toMatchObject({ status: 'putFinished', status_trigger: 'spent' })
  })

  test('it finishes when delivery says that the rest buys nothing', async () => {
    await buildPlacement(t.services, world.publisher_id)
    const { plan_id } = await world.place()
    const finish = () => world.system((tx) => finishSpentPlans(t.services, tx, [plan_id]))
    expect(await finish()).toBe(0)
    await world.spend(plan_id, 99_999_999n)
    expect(await finish()).toBe(1)
    expect((await world.plan(plan_id)).status_trigger).toBe('spent')
  })

  test('it finishes at the end date, at its conversion cap, with its product and with its account [proof 60]', async () => {
    const [ended, capped, closed] = [
      await world.place(100n * UNIT, 2),
      await world.place(10n * UNIT),
      await world.place(),
    ]
    for (const { plan_id } of [ended, capped, closed]) await world.spend(plan_id, 2_000n)
    await world.convert(capped.plan_id, 7)
    expect(await world.status(capped.plan_id)).toBe('putting')
    await world.convert(capped.plan_id, 1)
    expect((await world.plan(capped.plan_id)).status_trigger).toBe('cap_reached')
    await t.advance(2 * DAY_MS)
    expect((await world.plan(ended.plan_id)).status_trigger).toBe('ended')
    await runMarketplaceVerb(t.services, 'product-close', {
      product_id: world.product.product_id,
      reason: 'Over',
    })
    await t.drain()
    expect((await world.plan(closed.plan_id)).status_trigger).toBe('product_closed')
  })

  test('unspent money returns an hour after the end, once delivery has worked off its events [proof 12]', async () => {
    const { plan_id } = await world.place()
    await world.spend(plan_id, 30n * UNIT)
    await stopPlan(t.services, world.customer_id, plan_id)
    world.gate(false)
    await t.advance(2 * HOUR_MS)
    expect(await world.status(plan_id)).toBe('putFinished')
    expect(await world.available()).toBe(900n * UNIT)
    world.gate(true)
    await t.advance(10_000)
    expect(await world.status(plan_id)).toBe('waitSettle')
    expect(await world.available()).toBe(970n * UNIT)
    await world.expectBooksToBalance()
  })

  test('it settles after the window and the invalid-traffic pass, 14 days after its end at the latest [proof 61]', async () => {
    const { plan_id } = await world.place()
    await world.spend(plan_id, 30n * UNIT)
    await stopPlan(t.services, world.customer_id, plan_id)
    await t.advance(HOUR_MS + 1_000)
    expect(await world.status(plan_id)).toBe('waitSettle')
    world.gate(false)
    await t.advance(8 * DAY_MS)
    expect(await world.status(plan_id)).toBe('waitSettle')
    await t.advance(5 * DAY_MS)
    expect(await world.status(plan_id)).toBe('waitSettle')
    await t.advance(DAY_MS)
    expect(await history(plan_id)).toEqual([
      ...PLACED,
      'putting by first_delivery',
      'putFinished by stopped',
      'waitSettle by tokens_expired',
      'settled by settlement',
    ])
  })

  test('nothing is billed to a plan that is over, and the batch goes on', async () => {
    const [over, running] = [await world.place(), await world.place()]
    await cancelPlan(t.services, world.customer_id, over.plan_id)
    expect(await world.spend(over.plan_id, 1_000n)).toBe('not_running')
    expect(await world.spend(newId(), 1_000n)).toBe('not_running')
    expect(await world.spend(running.plan_id, 100n * UNIT + 1n)).toBe('over_budget')
    expect(await world.spend(running.plan_id, 100n * UNIT)).toBe('billed')
  })
})

describe('the database holds the status table', () => {
  test('it is the same as the program’s', async () => {
    const rows = await t.db.asOwner<{ row: string }>(
      `select concat_ws(' ', coalesce(from_status, '-'), to_status, trigger) as row from plans.status_transitions`,
    )
    const expected = STATUS_TRANSITIONS.flatMap(({ from, to, triggers }) =>
      triggers.map((trigger) => `${from ?? '-'} ${to} ${trigger}`),
    )
    expect(rows.map(({ row }) => row).sort()).toEqual(expected.sort())
  })

  const asSystem = (statement: string) =>
    t.db
      .asProgram(`select set_config('adtally.scope', 'system', false)`)
      .then(() => t.db.asProgram(statement))

  test('the program’s own role cannot change a status against it, nor terms, nor history', async () => {
    const { plan_id } = await world.place()
    const update = (set: string) =>
      world.system(async (tx) => {
        const { sql } = await import('kysely')
        await sql.raw(`update plans.plans set ${set} where plan_id = '${plan_id}'`).execute(tx)
      })
    for (const status of ['settled', 'waitSettle', 'putFinished', 'waitPut']) {
      for (const trigger of PLAN_TRIGGERS) {
        await expect(update(`status = '${status}', status_trigger = '${trigger}'`)).rejects.toThrow(
          /can't go from/,
        )
      }
    }
    await expect(update(`status_trigger = 'ended'`)).rejects.toThrow(/can't go from/)
    await expect(update(`paused = true`)).rejects.toThrow(/only a running plan/)
    await expect(update(`cash_micros = 1`)).rejects.toThrow(/permission denied/)
    await expect(update(`payout_micros = 1`)).rejects.toThrow(/permission denied/)
    await expect(asSystem(`delete from plans.plans`)).rejects.toThrow(/permission denied/)
    await expect(asSystem(`update plans.status_changes set status = 'settled'`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(
      asSystem(
        `insert into plans.status_changes select plan_id, 9, customer_id, 'settled', 'settlement', null, now() from plans.plans`,
      ),
    ).rejects.toThrow(/permission denied/)
    await expect(asSystem(`alter table plans.plans disable trigger all`)).rejects.toThrow(/must be owner/)
    // Allowed changes go through, so it was the table that refused the others.
    await update(`status = 'putFailed', status_trigger = 'cancelled', status_at = platform.now()`)
    expect(await world.status(plan_id)).toBe('putFailed')
  })

  test('even the owner is held to it while the trigger stands', async () => {
    const { plan_id } = await world.place()
    const settled = () =>
      t.db.asOwner(
        `update plans.plans set status = 'settled', status_trigger = 'settlement' where plan_id = $1`,
        [plan_id],
      )
    await expect(settled()).rejects.toThrow(/can't go from/)
    await t.db.asOwner(`alter table plans.plans disable trigger plans_status`)
    await expect(settled()).resolves.toBeDefined()
    await t.db.asOwner(`alter table plans.plans enable always trigger plans_status`)
  })

  test('another customer sees nothing of a plan', async () => {
    const { plan_id } = await world.place()
    await cancelPlan(t.services, world.customer_id, plan_id)
    const seen = (customer_id: string) =>
      t.services.database.transaction({ kind: 'customer', customer_id }, async (tx) => [
        await tx.selectFrom('plans.plans').select('plan_id').where('plan_id', '=', plan_id).execute(),
        await tx.selectFrom('plans.status_changes').select('status').where('plan_id', '=', plan_id).execute(),
      ])
    expect(await seen(newId())).toEqual([[], []])
    const [plans, changes] = await seen(world.customer_id)
    expect([plans?.length, changes?.length]).toEqual([1, 1])
  })
})
