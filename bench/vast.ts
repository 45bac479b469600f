import { addFilmProduct } from '../apps/api/src/modules/delivery/testing/film-market.ts'
import { MODULES } from '../apps/api/src/server/modules.ts'
import { buildMarket } from '../apps/api/src/testing/worlds/build-market.ts'
import { type BenchContext, loadsInTurn } from './support/context.ts'
import { startHello } from './support/hello.ts'
import { runLoad } from './support/loads/load.ts'
import { startBenchPostgres } from './support/postgres.ts'
import { startBenchProgram } from './support/program.ts'
import type { BenchRow } from './support/row.ts'
import { openBenchServices } from './support/services.ts'

export const name = 'vast'

const ASKING = {
  script: new URL('./support/loads/vast-load-script.ts', import.meta.url),
  connections: 64,
}
const LEASED_AFTER_MS = 5_000
const PLANS = 10
const PLAN_MICROS = 400_000_000n

/** PERFORMANCE's row of players' requests: a document with a film over HTTP, against hello-world. */
export async function measure(context: BenchContext): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(context)
  const opened = await postgres.open()
  const services = await openBenchServices(context, postgres, opened)
  const market = await buildMarket(services, MODULES)
  const product_id = await addFilmProduct(market, 'games_films')
  // A thousandth per thousand, so that a plan lasts for the whole measurement.
  const { key: placement } = await market.addPlacement({ format: 'video', price: '0.001' })
  for (let plan = 0; plan < PLANS; plan += 1) {
    const { customer_id } = await market.customerWith('450.00')
    await market.place(customer_id, PLAN_MICROS, product_id)
  }
  const hello = await startHello(context)
  const { url } = await startBenchProgram(context, postgres, opened.logins.owner)
  const load = (origin: string, duration_ms = context.round_ms) =>
    runLoad({ ...ASKING, origin, duration_ms, options: { placement, page: market.origin } })
  await load(url, LEASED_AFTER_MS)
  const loaded = await loadsInTurn(
    context,
    () => load(url),
    () => load(hello),
  )
  return [
    {
      name: 'VAST document with a film over HTTP',
      unit: 'documents/s',
      yardstick: 'hello-world GET',
      ...loaded,
      bound: 'at_least',
      gate: 0.45,
      goal: 0.6,
    },
  ]
}
