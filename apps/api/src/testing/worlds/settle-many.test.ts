import { afterAll, expect, test } from 'vitest'
import { verifyLedger } from '../../modules/ledger/index.ts'
import { testServices } from '../servers/test-services.ts'
import { type SettledMany, SettlingWorld } from './settle-many.ts'

// In full, with its figures, in e2e/prove/settle-many.gate.ts.
const PLANS = Number(process.env.SETTLE_PLANS ?? 60)
const WARM_UP = Math.min(500, Math.ceil(PLANS / 10))
const PER_SECOND_MIN = Number(process.env.SETTLE_PLANS_PER_SECOND_MIN ?? 0)

declare module 'vitest' {
  interface TaskMeta {
    /** The measured figure, for the gate that runs this test. */
    figure?: string
  }
}

const t = await testServices()
afterAll(() => t.close())
const world = await SettlingWorld.make({ ...t, asOwner: t.db.asOwner })

test('many plans settle at the same time, the last in the time of the first', {
  timeout: 900_000,
}, async ({ task }) => {
  await settled(WARM_UP)
  const { duration_ms, slowing } = await settled(PLANS)
  const per_second = (1_000 * PLANS) / duration_ms
  task.meta.figure = `${PLANS} plans settled, ${per_second.toFixed(0)} a second; one of the last tenth took ${slowing.toFixed(2)} times one of the first`
  const { differences } = await t.system(verifyLedger)
  expect(differences).toEqual([])
  // Settled alone or together, everybody gets what the settlement of one plan says.
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
      plans: BigInt(WARM_UP + PLANS),
    },
  ])
  if (PER_SECOND_MIN === 0) return
  expect(slowing, 'linear').toBeLessThan(1.3)
  expect(per_second, 'plans a second').toBeGreaterThanOrEqual(PER_SECOND_MIN)
})

async function settled(count: number): Promise<SettledMany> {
  await world.deliver(count)
  await world.pass()
  const many = await world.settle()
  expect(many.plans).toBe(count)
  return many
}
