import { MODULES } from '../apps/api/src/server/modules.ts'
import { buildCustomer } from '../apps/api/src/testing/worlds/build-customer.ts'
import { buildAdvertiser, buildProduct, giveCash } from '../apps/api/src/testing/worlds/build-marketplace.ts'
import { drain } from '../apps/api/src/worker/drain.ts'
import { type BenchContext, inTurn } from './support/context.ts'
import { runLoad } from './support/loads/load.ts'
import { PGBENCH_MISSING, prepareTpcB } from './support/pgbench.ts'
import { startBenchPostgres } from './support/postgres.ts'
import { startBenchProgram } from './support/program.ts'
import type { BenchRow } from './support/row.ts'
import { openBenchServices } from './support/services.ts'

export const name = 'placing'

const CLIENTS = 256
const CUSTOMERS = 64
const UNIT = 1_000_000n
const AMOUNT = '10.00'
const SCRIPT = new URL('./support/loads/placing-load-script.ts', import.meta.url)

/**
 * PERFORMANCE's money action over HTTP: `/plan/order/put` of the whole program, with sign-in, request id, plan,
 * history, deadline and fund-flow line, compared with TPC-B on the same server.
 */
export async function measure(context: BenchContext): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(context)
  const tpc_b = await prepareTpcB(context, postgres.superuser)
  const opened = await postgres.open()
  const services = await openBenchServices(context, postgres, opened)
  const { advertiser_id } = await buildAdvertiser(services, 1_000_000_000n * UNIT)
  const { product_id } = await buildProduct(services, { advertiser_id })
  const tokens: string[] = []
  for (let customer = 0; customer < CUSTOMERS; customer += 1) {
    const { customer_id, token } = await buildCustomer(services)
    await giveCash(services, customer_id, 10_000_000n * UNIT)
    tokens.push(token)
  }
  await drain(services, MODULES)
  const { url } = await startBenchProgram(context, postgres, opened.logins.owner)
  const { base_path } = postgres.settings
  const p99s: number[] = []
  const place = async () => {
    const { per_second, p99_ms } = await runLoad({
      origin: url,
      script: SCRIPT,
      connections: CLIENTS,
      duration_ms: context.round_ms,
      options: { base_path, tokens, product_id, amount: AMOUNT },
    })
    p99s.push(p99_ms)
    return per_second
  }
  return [
    {
      name: 'a plan placed over HTTP, 256 clients',
      unit: 'plans/s',
      yardstick: 'pgbench TPC-B',
      rounds: await inTurn(context, place, tpc_b === null ? null : () => tpc_b.measure()),
      p99_ms: Math.max(...p99s),
      bound: 'at_least',
      gate: 0.8,
      goal: 3,
      ...(tpc_b === null && { not_run: PGBENCH_MISSING }),
    },
  ]
}
