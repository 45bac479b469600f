import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../modules/ledger/index.ts'
import { SettlingWorld } from './settle-many.ts'
import { type TestServices, testServices } from './test-services.ts'

// In full, with its figures, by e2e/prove/settle-many.gate.ts.
const PLANS = Number(process.env.SETTLE_PLANS ?? 60)
const PER_SECOND_MIN = Number(process.env.SETTLE_PLANS_PER_SECOND_MIN ?? 0)

let t: TestServices
let world: SettlingWorld

beforeAll(async () => {
  t = await testServices()
  world = await SettlingWorld.make({ ...t, asOwner: t.db.asOwner })
})
afterAll(() => t?.close())

async function settled(count: number): Promise<number> {
  await world.deliver(count)
  await world.pass()
  const { plans, duration_ms } = await world.settle()
  expect(plans).toBe(count)
  return duration_ms / count
}

test('many plans settle at the same time, ten times as many in ten times the time', {
  timeout: 900_000,
}, async () => {
  const few_ms = await settled(Math.ceil(PLANS / 10))
  const many_ms = await settled(PLANS)
  console.log(
    `${(1_000 / few_ms).toFixed(0)} plans/s of a tenth, ${(1_000 / many_ms).toFixed(0)} plans/s of ${PLANS}`,
  )
  const { differences } = await t.services.database.transaction({ kind: 'system' }, verifyLedger)
  expect(differences).toEqual([])
  // Whether alone or with others: everybody got what the settlement of one plan says.
  const results = await t.db.asOwner(
    `select customer_micros, platform_fee_micros, rebate_micros, profit_share_micros, count(*) as plans
     from plans.results group by 1, 2, 3, 4`,
  )
  expect(results).toEqual([
    {
      customer_micros: 2_500_000n,
      platform_fee_micros: 1_200_200n,
      rebate_micros: 0n,
      profit_share_micros: 0n,
      plans: BigInt(Math.ceil(PLANS / 10) + PLANS),
    },
  ])
  if (PER_SECOND_MIN === 0) return
  expect(many_ms / few_ms, 'linear').toBeLessThan(1.3)
  expect(1_000 / many_ms, 'plans a second').toBeGreaterThanOrEqual(PER_SECOND_MIN)
})
