import { planPut } from '@adtally/contract/plans/plans.ts'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { DAY_MS } from '../../lib/time-zones.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildProduct, giveCash } from '../../testing/worlds/build-marketplace.ts'
import * as policies from '../policies/index.ts'
import { loadReading } from './load-reading.ts'

const p = await testProgram()
afterAll(() => p.close())

test('a plan that runs learns until it had enough conversions in 7 days, however many there were before', async () => {
  const { services } = p
  const { customer_id, token } = await buildCustomer(services)
  await giveCash(services, customer_id, 100_000_000n)
  const { product_id } = await buildProduct(services)
  const window = { from_ms: services.clock.now_ms() - DAY_MS, until_ms: services.clock.now_ms() + DAY_MS }
  const isLearning = async () => (await loadReading(services, customer_id, window)).learning_phase
  expect(await isLearning()).toBe(false)

  const input = { request_id: newId(), product_id, amount: '50.00', duration_days: 30 }
  expect(await p.call(planPut, input, { token })).toMatchObject({ code: 200 })
  expect(await isLearning()).toBe(true)

  const [plan] = await p.db.asOwner<{ plan_id: string }>(
    'select plan_id from plans.plans where customer_id = $1',
    [customer_id],
  )
  const enough = policies.current(services).learning_conversions_count
  const convert = async (conversions: number, days_ago: number) => {
    await p.db.asOwner(
      `insert into statistics.customer_quarters (customer_id, quarter, plan_id, conversions)
      values ($1, date_bin('15 minutes', platform.now(), 'epoch') - $3 * interval '1 day', $2, $4)`,
      [customer_id, plan?.plan_id, days_ago, conversions],
    )
    await p.db.asOwner(
      `insert into statistics.plan_totals as kept (plan_id, customer_id, conversions) values ($2, $1, $3)
      on conflict (plan_id) do update set conversions = kept.conversions + excluded.conversions`,
      [customer_id, plan?.plan_id, conversions],
    )
  }
  await convert(enough, 8)
  expect(await isLearning()).toBe(true)
  await convert(enough - 1, 3)
  expect(await isLearning()).toBe(true)
  await convert(1, 1)
  expect(await isLearning()).toBe(false)
})
