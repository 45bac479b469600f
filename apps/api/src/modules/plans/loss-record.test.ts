import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { buildCustomer } from '../../testing/build-customer.ts'
import { type TestServices, testServices } from '../../testing/test-services.ts'
import { settledFigures } from './loss-record.repository.ts'
import { LossRecords, twelveMonthsBefore } from './loss-record.ts'
import { percentOf, tenths } from './percent.ts'
import { presentLossRecord } from './presenter.ts'
import { UNIT } from './testing/plan-world.ts'

let t: TestServices
/** Whose plans all of them are; other modules count their results too. */
let customer_id: string

beforeAll(async () => {
  t = await testServices()
  // Shares are planted here as a test likes them.
  await t.db.asOwner('alter table plans.results drop constraint results_share_of_new_profit')
  customer_id = (await buildCustomer(t.services)).customer_id
})
afterAll(async () => {
  await t.close()
})

interface Settled {
  amount_micros: bigint
  spend_micros: bigint
  revenue_micros: bigint
  /** What of it went to a leader. */
  profit_share_micros?: bigint
}

interface Circle {
  product_id: string
  advertiser_id: string
}

/** Plants settled plans as the schema's owner, because settling thousands for real would take minutes. */
async function plant(
  circle: Circle,
  plans: readonly Settled[],
  // A little ago: the process's clock follows the database's and may be set back by milliseconds.
  settled_at = new Date(t.services.clock.now_ms() - 60_000),
  revision = 1,
) {
  const plan_ids = plans.map(() => newId())
  await plantRevision(circle, plan_ids, plans, settled_at, revision)
  return plan_ids
}

async function plantRevision(
  { product_id, advertiser_id }: Circle,
  plan_ids: readonly string[],
  plans: readonly Settled[],
  settled_at: Date,
  revision: number,
) {
  if (revision === 1) {
    await t.db.asOwner(
      `insert into plans.plans (plan_id, number, customer_id, product_id, advertiser_id, cash_micros, discount_micros,
         startup_micros, payout_micros, conversion_cap, platform_fee_percent, conversion_window_ms, policy_version,
         matched_at_once, created_at, ends_at, status, status_trigger, status_at)
       select plan_id, 'P-' || plan_id, $2, $3, $4, amount, 0, 0, 1, 1, 20, 1, 1, false, $5, $5::timestamptz + interval '1 day',
         'waitPut', 'placed', $5
       from unnest($1::uuid[], $6::bigint[]) as planted (plan_id, amount)`,
      [
        plan_ids,
        customer_id,
        product_id,
        advertiser_id,
        settled_at,
        plans.map(({ amount_micros }) => amount_micros),
      ],
    )
  }
  await t.db.asOwner(
    `insert into plans.results (plan_id, revision, customer_id, product_id, advertiser_id, settled_at, created_at, cause,
       policy_version, amount_micros, cash_spend_micros, discount_spend_micros, startup_spend_micros, spend_fee_micros,
       revenue_micros, startup_return_micros, profit_share_micros, customer_micros, rebate_micros, platform_fee_micros,
       related_spend_micros, related_revenue_micros, transfers, leader_id, share_rate_percent,
       share_carried_loss_micros, conversion_id)
     select plan_id, $7::integer, $2, $3, $4, $5, $5, case $7::integer when 1 then 'settlement' else 'owed' end, 1, amount, spend, 0, 0, 0, revenue, 0, share,
       revenue - share, 0, 0, spend / 4, 0, '{}', $11, 20, 0, case when $7::integer > 1 then plan_id end
     from unnest($1::uuid[], $6::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
       as planted (plan_id, amount, spend, revenue, share)`,
    [
      plan_ids,
      customer_id,
      product_id,
      advertiser_id,
      settled_at,
      plans.map(({ amount_micros }) => amount_micros),
      revision,
      plans.map(({ spend_micros }) => spend_micros),
      plans.map(({ revenue_micros }) => revenue_micros),
      plans.map(({ profit_share_micros }) => profit_share_micros ?? 0n),
      newId(),
    ],
  )
}

const circle = (advertiser_id = newId()): Circle => ({ product_id: newId(), advertiser_id })
const system = <T>(work: Parameters<typeof t.services.database.transaction<T>>[1]) =>
  t.services.database.transaction({ kind: 'system' }, work)

function figures(of: Circle) {
  const now = t.services.clock.now()
  return system((tx) => settledFigures(tx, { product_id: of.product_id }, twelveMonthsBefore(now), now))
}

/** The same by plain counting. */
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
  await plantRevision(of, [corrected ?? ''], [GAIN], t.services.clock.now(), 2)
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
