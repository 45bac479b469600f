import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { Office } from '../../../demo/office.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { statementsOfBatches } from '../../../testing/worlds/batched-acts.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { giveCash, runMarketplaceVerb } from '../../../testing/worlds/build-marketplace.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { cash, PlanWorld, UNIT } from '../testing/plan-world.ts'
import { placePlan } from './place-plan.ts'

const t = await testServices()
afterAll(() => t.close())

test('placing moves cash into the plan and reserves escrow up to the conversion cap [proof 6]', async () => {
  const world = await PlanWorld.make(t)
  const escrow_before = await world.escrow()
  const placed = await world.place(100n * UNIT)
  expect(placed.number).toMatch(/^P\d{6,}$/)
  // 200 % of 100, in payouts of 2.50.
  expect(placed.conversion_cap).toBe('80')
  expect(placed.reserved_micros).toBe(String(200n * UNIT))
  const money = await world.money(placed.plan_id)
  expect(money.unspent).toEqual(cash(100n * UNIT))
  expect(money.reserved_micros).toBe(200n * UNIT)
  expect(await world.available()).toBe(900n * UNIT)
  expect(await world.escrow()).toBe(escrow_before - 200n * UNIT)
  expect(await world.plan(placed.plan_id)).toMatchObject({
    status: 'matching',
    matched_at_once: true,
    payout_micros: 2_500_000n,
    platform_fee_percent: 20n,
    policy_version: 1,
  })
  await world.expectBooksToBalance()
})

test('the cap is one conversion at least, however large the payout', async () => {
  const world = await PlanWorld.make(t, { payout: '900.00' })
  expect(await world.place(10n * UNIT)).toMatchObject({
    conversion_cap: '1',
    reserved_micros: String(900n * UNIT),
  })
})

test('twenty plans that are placed together cost as many statements as one', async () => {
  const world = await PlanWorld.make(t)
  const { alone, together } = await statementsOfBatches(t.services, async () => {
    const { customer_id } = await buildCustomer(t.services)
    await giveCash(t.services, customer_id, 10n * UNIT)
    const { product_id } = world.product
    return (acting) =>
      placePlan(acting, customer_id, { request_id: newId(), product_id, parts: cash(10n * UNIT) })
  })
  expect(together).toHaveLength(alone.length)
})

test('a product whose creative waits for review keeps the plan in waitPut [proof 49]', async () => {
  const world = await PlanWorld.make(t, { creative: 'draft' })
  const { plan_id } = await world.place()
  expect(await world.status(plan_id)).toBe('waitPut')
})

test('20 equal requests at once have one effect and one answer', async () => {
  const world = await PlanWorld.make(t)
  const request = {
    request_id: newId(),
    product_id: world.product.product_id,
    parts: cash(50n * UNIT),
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => placePlan(t.services, world.customer_id, request)),
  )
  expect(new Set(answers.map(({ plan_id }) => plan_id)).size).toBe(1)
  expect(await world.available()).toBe(950n * UNIT)
  // A later repeat gets the same answer, even when the product no longer takes new plans.
  await runMarketplaceVerb(t.services, 'product-close', { product_id: request.product_id, reason: 'Ended' })
  expect(await placePlan(t.services, world.customer_id, request)).toEqual(answers[0])
  const other = { ...request, parts: cash(51n * UNIT) }
  expect(await reasonOf(placePlan(t.services, world.customer_id, other))).toBe('request_id_reused')
})

test('each refusal leaves everything as it was [proof 78]', async () => {
  const world = await PlanWorld.make(t, {
    escrow_micros: 300n * UNIT,
    amount_min: '20.00',
    amount_max: '2000.00',
  })
  const { product_id } = world.product
  const attempt = (amount: bigint, product = product_id) =>
    reasonOf(
      placePlan(t.services, world.customer_id, {
        request_id: newId(),
        product_id: product,
        parts: cash(amount),
      }),
    )
  expect(await attempt(19_999_999n)).toBe('investment_out_of_range')
  expect(await attempt(2_000n * UNIT + 1n)).toBe('investment_out_of_range')
  expect(await attempt(1_001n * UNIT)).toBe('insufficient_balance')
  expect(await attempt(152n * UNIT)).toBe('product_escrow_exhausted')
  expect(await attempt(50n * UNIT, newId())).toBe('product_not_found')
  await runMarketplaceVerb(t.services, 'product-close', { product_id, reason: 'Paused by the advertiser' })
  expect(await attempt(50n * UNIT)).toBe('product_not_open')
  expect(await world.available()).toBe(1_000n * UNIT)
  expect(await world.escrow()).toBe(300n * UNIT)
})

test('concurrent placings never overdraw cash or escrow', async () => {
  const world = await PlanWorld.make(t, { escrow_micros: 1_000n * UNIT })
  const customers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { customer_id } = await buildCustomer(t.services)
      await giveCash(t.services, customer_id, 95n * UNIT)
      return customer_id
    }),
  )
  const tries = customers.flatMap((customer_id) => Array.from({ length: 40 }, () => customer_id))
  const outcomes = await Promise.all(
    tries.map((customer_id) =>
      reasonOf(
        placePlan(t.services, customer_id, {
          request_id: newId(),
          product_id: world.product.product_id,
          parts: cash(10n * UNIT),
        }),
      ),
    ),
  )
  // 9 plans of 10 for each customer; escrow of 1,000 would cover 50 at 20.
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(36)
  for (const customer_id of customers) expect(await world.available(customer_id)).toBe(5n * UNIT)
  expect(await world.escrow()).toBe(280n * UNIT)
  await world.expectBooksToBalance()
})

test('while the bank holds less than customers own, nothing is placed', async () => {
  const world = await PlanWorld.make(t)
  const line = {
    bank_reference: 'S1',
    amount: '1.00',
    name: 'Somebody',
    account: 'DE89370400440532013000',
    remittance: 'nothing',
  }
  const office = new Office(t.services, t.modules, await buildStaff(t.services))
  await office.importPayments([line])
  expect(await reasonOf(world.place())).toBe('payments_stopped')
  expect(await world.available()).toBe(1_000n * UNIT)
})
