import { MODULES } from '../apps/api/src/server/modules.ts'
import { buildMarket, type Market } from '../apps/api/src/testing/worlds/build-market.ts'
import { type BenchContext, loadsInTurn } from './support/context.ts'
import { startHello } from './support/hello.ts'
import { runLoad } from './support/loads/load.ts'
import { startBenchPostgres } from './support/postgres.ts'
import { startBenchProgram } from './support/program.ts'
import type { BenchRow } from './support/row.ts'
import { openBenchServices } from './support/services.ts'

export const name = 'auction'

const BIDDING = {
  script: new URL('./support/loads/auction-load-script.ts', import.meta.url),
  connections: 64,
}
const PLANS = 10
const PLAN_MICROS = 400_000_000n

/** PERFORMANCE's row of bids: an exchange's requests with one impression, against a POST of the same size. */
export async function measure(context: BenchContext): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(context)
  const opened = await postgres.open()
  const services = await openBenchServices(context, postgres, opened)
  const market = await buildMarket(services, MODULES)
  for (let plan = 0; plan < PLANS; plan += 1) {
    const { customer_id } = await market.customerWith('450.00')
    await market.place(customer_id, PLAN_MICROS)
  }
  const options = await exchangeOf(market)
  const hello = await startHello(context)
  const { url } = await startBenchProgram(context, postgres, opened.logins.owner)
  const load = (origin: string) => runLoad({ ...BIDDING, origin, duration_ms: context.round_ms, options })
  // Has every plan leased.
  await load(url)
  const loaded = await loadsInTurn(
    context,
    () => load(url),
    () => load(hello),
  )
  return [
    {
      name: 'OpenRTB bid on one impression',
      unit: 'bids/s',
      yardstick: 'hello-world POST',
      ...loaded,
      bound: 'at_least',
      gate: 0.3,
      goal: 0.45,
    },
  ]
}

/** An exchange with its key and a placement so cheap that plans last for the whole measurement. */
async function exchangeOf({ office, addPlacement }: Market) {
  const company = { name: 'Bazaar', legal_name: 'Bazaar Ltd', account_name: 'Bazaar Ltd' }
  const documents = { domain: 'bazaar.example', evidence_hash: 'ab'.repeat(32), reason: 'documents seen' }
  const made = await office.decide('create-publisher', { ...company, ...documents })
  const publisher_id = String(made.publisher_id)
  const { key: placement } = await addPlacement({ publisher_id, price: '0.001' })
  const given = await office.decide('give-exchange-key', { publisher_id, reason: 'contract signed' })
  return { placement, key: String(given.exchange_key) }
}
