import { createPool } from '../apps/api/src/database/connection.ts'
import { MODULES } from '../apps/api/src/server/modules.ts'
import { SettlingWorld } from '../apps/api/src/testing/worlds/settle-many.ts'
import { drain } from '../apps/api/src/worker/drain.ts'
import type { BenchContext } from './support/context.ts'
import { startBenchPostgres } from './support/postgres.ts'
import type { BenchRow } from './support/row.ts'
import { openBenchServices } from './support/services.ts'

export const name = 'settle'

const FEW = 200
const MANY = 2_000
/** PERFORMANCE, "Goals". */
const REQUIRED_PER_SECOND = 1_000

/** Settlements per second by one worker, and whether ten times as many plans take ten times as long. */
export async function measure(context: BenchContext): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(context)
  const open = await postgres.open()
  const services = await openBenchServices(context, postgres, open)
  const owners = createPool(open.logins.owner, { max: 1, scope: 'system' })
  context.onEnd(() => owners.end())
  const world = await SettlingWorld.make({
    services,
    modules: MODULES,
    drain: () => drain(services, MODULES),
    asOwner: async (text, values = []) => (await owners.query(text, values)).rows,
  })
  const rounds = []
  for (let round = 1; round <= context.rounds; round += 1) {
    const few_ms = await perPlan(world, FEW)
    const many_ms = await perPlan(world, MANY)
    context.note(`round ${round}: ${Math.round(1_000 / many_ms)} plans/s`)
    rounds.push({ few_ms, many_ms })
  }
  return [
    {
      name: 'settling due plans, one worker',
      unit: 'plans/s',
      yardstick: `${REQUIRED_PER_SECOND} plans/s`,
      rounds: rounds.map(({ many_ms }) => ({ value: 1_000 / many_ms, yardstick: REQUIRED_PER_SECOND })),
      bound: 'at_least',
      gate: 1,
      goal: 2,
    },
    {
      name: 'settling ten times as many plans: time of one',
      unit: 'ms',
      yardstick: 'time of one of few',
      rounds: rounds.map(({ few_ms, many_ms }) => ({ value: many_ms, yardstick: few_ms })),
      bound: 'at_most',
      gate: 1.3,
      goal: 1.1,
    },
  ]
}

async function perPlan(world: SettlingWorld, count: number): Promise<number> {
  await world.deliver(count)
  await world.pass()
  const { plans, duration_ms } = await world.settle()
  if (plans !== count) throw new Error(`${plans} of ${count} plans settled`)
  return duration_ms / count
}
