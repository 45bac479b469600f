import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { percentOf, tenths } from '../percent.ts'
import { presentLossRecord } from '../presenter.ts'
import { UNIT } from '../testing/plan-world.ts'
import { type Circle, plantRevision, plantSettled, type Settled } from '../testing/planted-results.ts'
import { settledFigures } from './loss-record.repository.ts'
import { LossRecords, twelveMonthsBefore } from './loss-record.ts'

const t = await testServices()
afterAll(() => t.close())
// The constraint is dropped so that tests can plant any share.
await t.db.asOwner('alter table plans.results drop constraint results_share_of_new_profit')
/** One customer owns all plans, because other modules count their results, too. */
const customer_id = (await buildCustomer(t.services)).customer_id

const plant = (of: Circle, plans: readonly Settled[], settled_at?: Date) =>
  plantSettled(t, customer_id, of, plans, settled_at)

const circle = (advertiser_id = newId()): Circle => ({ product_id: newId(), advertiser_id })
const { system } = t

function figures(of: Circle) {
  const now = t.services.clock.now()
  return system((tx) => settledFigures(tx, { product_id: of.product_id }, twelveMonthsBefore(now), now))
}

/** The same figures by plain counting. */
function model(plans: readonly Settled[]) {
  const permille = ({ amount_micros, spend_micros, revenue_micros, profit_share_micros = 0n }: Settled) => {
    const profit = revenue_micros - spend_micros - profit_share_micros
    const doubled = (profit < 0n ? -profit : profit) * 2_000n
    const rounded = (doubled + amount_micros) / (amount_micros * 2n)
    return profit < 0n ? -rounded : rounded
  }
  const ranked = plans.map((plan) => ({ ...plan, permille: permille(plan) }))
  ranked.sort((left, right) => Number(left.permille - right.permille))
  const at = (share: number) => ranked[Math.max(Math.ceil(ranked.length * share) - 1, 0)]?.permille ?? null
  const whole = ranked.reduce((sum, { amount_micros }) => sum + amount_micros, 0n)
  const atMoney = (quarters: bigint) => {
    let reached = 0n
    return ranked.find(({ amount_micros }) => {
      reached += amount_micros
      return reached * 4n >= whole * quarters
    })?.permille
  }
  const lost = plans.map((plan) => plan.spend_micros - plan.revenue_micros).filter((loss) => loss > 0n)
  return {
    settled_plans: BigInt(plans.length),
    losing_plans: BigInt(lost.length),
    amount_micros: whole,
    lost_micros: lost.reduce((sum, loss) => sum + loss, 0n),
    quartile_1_permille: at(0.25),
    median_permille: at(0.5),
    quartile_3_permille: at(0.75),
    quartile_1_by_amount_permille: atMoney(1n) ?? null,
    median_by_amount_permille: atMoney(2n) ?? null,
    quartile_3_by_amount_permille: atMoney(3n) ?? null,
  }
}

test('PRODUCT §2.7: the database’s figures are those of plain counting, all costs in', async () => {
  const plan = fc
    .record({
      amount: fc.bigInt(1n, 400n),
      spend: fc.bigInt(0n, 100n),
      revenue: fc.bigInt(0n, 90n),
      share: fc.bigInt(0n, 30n),
    })
    .map(({ amount, spend, revenue, share }) => {
      const spend_micros = (amount * UNIT * spend) / 100n
      const revenue_micros = revenue * 1_234_567n
      const profit = revenue_micros > spend_micros ? revenue_micros - spend_micros : 0n
      return {
        amount_micros: amount * UNIT,
        spend_micros,
        revenue_micros,
        profit_share_micros: (profit * share) / 100n,
      }
    })
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { maxLength: 40 }), async (plans) => {
      const of = circle()
      await plant(of, plans)
      expect(await figures(of)).toMatchObject(model(plans))
    }),
    { numRuns: 60 },
  )
})

const LOSS = { amount_micros: 100n * UNIT, spend_micros: 80n * UNIT, revenue_micros: 60n * UNIT }
const GAIN = { amount_micros: 100n * UNIT, spend_micros: 100n * UNIT, revenue_micros: 130n * UNIT }

test('a later revision stands in for an earlier one, and only twelve months count', async () => {
  const of = circle()
  const [corrected] = await plant(of, [LOSS])
  expect((await figures(of)).losing_plans).toBe(1n)
  await plantRevision(t, customer_id, of, [corrected ?? ''], [GAIN], t.services.clock.now(), 2)
  await plant(of, [LOSS], new Date(t.services.clock.now_ms() - 366 * 86_400_000))
  expect(await figures(of)).toMatchObject({ settled_plans: 1n, losing_plans: 0n, median_permille: 300n })
})

test('under 30 settled plans the advertiser’s and then the platform’s figures stand in, and say so', async () => {
  const of = circle()
  const sister = circle(of.advertiser_id)
  const record = () => system((tx) => new LossRecords().of(t.services, tx, of))
  await plant(of, Array(29).fill(GAIN))
  expect((await record()).basis).toBe('platform')
  await plant(sister, [LOSS])
  const by_advertiser = presentLossRecord(await record())
  expect(by_advertiser).toMatchObject({
    basis: 'advertiser',
    settled_plans: 30,
    losing_plans_percent: '3.3',
    losing_amount_percent: '0.7',
    result_percent_median: '30.0',
    related_spend_percent: '25.0',
  })
  await plant(of, [LOSS])
  expect(presentLossRecord(await record())).toMatchObject({ basis: 'product', settled_plans: 30 })
})

test('a record is kept for some seconds and says as of when', async () => {
  const of = circle()
  const records = new LossRecords()
  const record = () => system((tx) => records.of(t.services, tx, of))
  await plant(of, Array(30).fill(LOSS))
  const first = await record()
  await plant(of, [GAIN])
  expect(await record()).toEqual(first)
  await t.advance(16_000)
  const second = await record()
  expect(second.figures.settled_plans).toBe(31n)
  expect(second.as_of > first.as_of).toBe(true)
})

test('percentages have one decimal, rounded half up', () => {
  expect([tenths(0n), tenths(-5n), tenths(1_234n), tenths(-1_000n)]).toEqual([
    '0.0',
    '-0.5',
    '123.4',
    '-100.0',
  ])
  expect([percentOf(1n, 3n), percentOf(2n, 3n), percentOf(1n, 2_000n), percentOf(0n, 0n)]).toEqual([
    '33.3',
    '66.7',
    '0.1',
    null,
  ])
})
