import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, connect, onConnection } from '../apps/api/src/database/connection.ts'
import { MODULES } from '../apps/api/src/server/modules.ts'
import { buildMarket } from '../apps/api/src/testing/worlds/build-market.ts'
import { type BenchContext, inTurn, loadsInTurn } from './support/context.ts'
import { copyYardstick } from './support/copy.ts'
import { startHello } from './support/hello.ts'
import { runLoad } from './support/loads/load.ts'
import { startBenchPostgres } from './support/postgres.ts'
import { startBenchProgram } from './support/program.ts'
import type { BenchRow } from './support/row.ts'
import { openBenchServices } from './support/services.ts'

export const name = 'delivery'

const DECISION = new URL('./support/loads/decision-load-script.ts', import.meta.url)
const EVENT = new URL('./support/loads/event-load-script.ts', import.meta.url)
const CONNECTIONS = 64
/** An acknowledgement waits for the disk, so throughput needs many connections. */
const EVENT_CONNECTIONS = 256
const EVENTS_PER_REQUEST = 20
const PLANS = 10
const PLAN_MICROS = 400_000_000n

/** PERFORMANCE's rows of events: the whole program with billing running, against hello-world. */
export async function measure(context: BenchContext): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(context)
  const opened = await postgres.open()
  const services = await openBenchServices(context, postgres, opened)
  // A thousandth per thousand, so that a plan lasts for the whole measurement.
  const market = await buildMarket(services, MODULES, { placement: { price: '0.001' } })
  const plan_ids: string[] = []
  for (let plan = 0; plan < PLANS; plan += 1) {
    const { customer_id } = await market.customerWith('450.00')
    plan_ids.push(await market.place(customer_id, PLAN_MICROS))
  }
  const hello = await startHello(context)
  const { url } = await startBenchProgram(context, postgres, opened.logins.owner)
  const load = (origin: string, script: URL, options: Record<string, unknown>) => {
    const connections = script === EVENT ? EVENT_CONNECTIONS : CONNECTIONS
    return runLoad({ origin, script, connections, duration_ms: context.round_ms, options })
  }
  const beside = (script: URL, options: Record<string, unknown>) =>
    loadsInTurn(
      context,
      () => load(url, script, options),
      () => load(hello, script, options),
    )
  // Has every plan leased, one of which the events are of.
  await load(url, DECISION, { placements: [market.placement_key], page: market.origin })
  const lease = await leaseOf(opened.logins.owner, plan_ids)
  const token = { ...lease, placement_id: market.placement_id, publisher_id: market.publisher_id }
  const options = { ...token, master: masterSecret(postgres.settings.data_dir) }
  const events = await beside(EVENT, { ...options, per_request: 1 })
  const copied = await copyYardstick(context, postgres.superuser, opened.logins.owner)
  const batches = await inTurn(
    context,
    async () =>
      (await load(url, EVENT, { ...options, per_request: EVENTS_PER_REQUEST })).per_second *
      EVENTS_PER_REQUEST,
    copied,
  )
  return [
    {
      name: 'one event per request, durable acknowledgement',
      unit: 'events/s',
      yardstick: 'hello-world POST',
      ...events,
      bound: 'at_least',
      gate: 0.45,
      goal: 0.65,
    },
    {
      name: '20 events per request, durable acknowledgement',
      unit: 'events/s',
      yardstick: 'COPY into the same table',
      rounds: batches,
      bound: 'at_least',
      gate: 0.12,
      goal: 0.25,
    },
  ]
}

function masterSecret(data_dir: string): string {
  return JSON.parse(readFileSync(join(data_dir, 'secrets.json'), 'utf8')).master
}

/** A lease that the decisions before have opened. */
async function leaseOf(owner: Connection, plan_ids: readonly string[]) {
  const { rows } = await onConnection(connect(owner), (client) =>
    client.query<{ lease_id: string; plan_id: string }>(
      'select lease_id, plan_id from delivery.leases where plan_id = any($1) order by granted_at desc limit 1',
      [plan_ids],
    ),
  )
  const [row] = rows
  if (!row) throw new Error('no plan was leased: the decisions were not measured')
  return row
}
