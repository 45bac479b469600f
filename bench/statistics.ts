import { connect } from '../apps/api/src/database/connection.ts'
import type { Notice } from '../apps/api/src/modules/statistics/notice.ts'
import { createServer } from '../apps/api/src/server/create-server.ts'
import { MODULES } from '../apps/api/src/server/modules.ts'
import { buildMarket } from '../apps/api/src/testing/build-market.ts'
import { type BenchContext, inTurn } from './support/context.ts'
import { startHello } from './support/hello.ts'
import { runLoad } from './support/load.ts'
import { startBenchPostgres } from './support/postgres.ts'
import type { BenchRow } from './support/row.ts'
import { openBenchServices } from './support/services.ts'
import { fillHistory, sqlReadings } from './support/statistics-history.ts'

export const name = 'statistics'

const POLL = new URL('./support/poll-load-script.ts', import.meta.url)
const CONNECTIONS = 64
const QUARTER_MS = 900_000

/**
 * PERFORMANCE's rows of the statistics poll, beside hello-world with the same script: unchanged, changed before every
 * single poll, beside the same reading by SQL, and read anew as history grows a hundredfold.
 */
export async function measure(context: BenchContext): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(context)
  const opened = await postgres.open()
  const services = await openBenchServices(
    context,
    { ...postgres, settings: { ...postgres.settings, rate_limit_per_minute: 9_999_999 } },
    opened,
  )
  const market = await buildMarket(services, MODULES)
  const customer = await market.customerWith('450.00')
  const plan_id = await market.place(customer.customer_id, 400_000_000n)
  const client = await connect(opened.owner)
  context.onEnd(() => client.end())
  await fillHistory(client, { customer_id: customer.customer_id, plan_id, days: 60 })
  const statistics = MODULES.find((module) => module.name === 'statistics')
  const stop = await statistics?.start?.(services)
  context.onEnd(async () => stop?.())
  const server = await createServer(services, MODULES)
  // On the bench's server alone: every request brings a change that is applied as a notice would be.
  let version = 0n
  server.server.prependListener('request', (request) => {
    if (request.headers['x-change'] !== undefined) services.statistics.apply(nextChange())
  })
  const nextChange = (): Notice => {
    version += 1n
    const quarter_ms = Math.floor(services.clock.now_ms() / QUARTER_MS) * QUARTER_MS
    const added = { impressions: 1n, clicks: 0n, conversions: 0n, spend_micros: 1n, revenue_micros: 0n }
    return { customer_id: customer.customer_id, version, added: [{ plan_id, quarter_ms, ...added }] }
  }
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  context.onEnd(() => server.close())
  const hello = await startHello(context)
  const { base_path } = services.settings
  const load = async (at: string, options: Record<string, unknown>) => {
    const script = { script: POLL, connections: CONNECTIONS, duration_ms: context.round_ms }
    return (
      await runLoad({ origin: at, ...script, options: { base_path, token: customer.token, ...options } })
    ).per_second
  }
  const beside = (options: Record<string, unknown>) =>
    inTurn(
      context,
      () => load(origin, options),
      () => load(hello, options),
    )
  const etag = await etagOf(origin + base_path, customer.token)
  const unchanged = await beside({ etag })
  const changed = await beside({ change: true })
  const by_sql = sqlReadings(context, opened)
  const beside_sql = await inTurn(
    context,
    () => load(origin, {}),
    () => by_sql(customer.customer_id),
  )
  const growth = await inTurn(
    context,
    () => readingMs(services, customer.customer_id),
    async () => {
      const newcomer = await market.customerWith('450.00')
      const newcomer_plan = await market.place(newcomer.customer_id, 400_000_000n)
      await fillHistory(client, { customer_id: newcomer.customer_id, plan_id: newcomer_plan, days: 1 })
      return await readingMs(services, newcomer.customer_id)
    },
  )
  const row = { unit: 'polls/s', yardstick: 'hello-world GET', bound: 'at_least' } as const
  return [
    { name: 'statistics poll, 304', ...row, rounds: unchanged, gate: 0.9, goal: 1 },
    { name: 'statistics poll, changed each time', ...row, rounds: changed, gate: 0.7, goal: 0.9 },
    {
      name: 'statistics poll beside SQL',
      ...row,
      yardstick: 'the same by SQL over 60 days',
      rounds: beside_sql,
      gate: 100,
      goal: 200,
    },
    {
      name: 'a reading from the books, history × 60',
      unit: 'ms',
      yardstick: 'the same with one day of history',
      rounds: growth,
      bound: 'at_most',
      gate: 1.2,
      goal: 1.05,
    },
  ]
}

async function etagOf(base: string, token: string): Promise<string> {
  const reply = await fetch(`${base}/ad/order/data_statistics/list?type=1&user_time_zone=UTC`, {
    headers: { 'x-ct': token },
  })
  const etag = reply.headers.get('etag')
  if (etag === null) throw new Error(`no reading: ${await reply.text()}`)
  return etag
}

const READINGS = 200

/** Median time of today's reading when nothing is kept. */
async function readingMs(
  services: Awaited<ReturnType<typeof openBenchServices>>,
  customer_id: string,
): Promise<number> {
  const times: number[] = []
  for (let reading = 0; reading < READINGS; reading += 1) {
    services.statistics.forget(customer_id)
    const from = performance.now()
    await services.statistics.reply(customer_id, '1', 'UTC', services.clock.now(), undefined)
    times.push(performance.now() - from)
  }
  return times.toSorted((left, right) => left - right)[READINGS / 2] ?? Number.NaN
}
