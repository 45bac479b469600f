import { connect } from '../apps/api/src/database/connection.ts'
import type { Services } from '../apps/api/src/modules/services.ts'
import { createServer } from '../apps/api/src/server/create-server.ts'
import { MODULES } from '../apps/api/src/server/modules.ts'
import { buildMarket } from '../apps/api/src/testing/worlds/build-market.ts'
import { type BenchContext, inTurn } from './support/context.ts'
import { startHello } from './support/hello.ts'
import { runLoad } from './support/loads/load.ts'
import { startBenchPostgres } from './support/postgres.ts'
import type { BenchRow } from './support/row.ts'
import { openBenchServices } from './support/services.ts'
import { fillHistory, sqlReadings } from './support/statistics-history.ts'

export const name = 'statistics'

const POLL = new URL('./support/loads/poll-load-script.ts', import.meta.url)
const CONNECTIONS = 64
const QUARTER_MS = 900_000
/** How many plans a customer has running. */
const PLANS = 3
const PLAN_MICROS = 100_000_000n

/**
 * PERFORMANCE's rows of the statistics poll, compared with hello-world under the same script: unchanged, changed
 * before every poll, compared with the same reading by SQL, and without a cache as history grows.
 */
export async function measure(context: BenchContext): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(context)
  const opened = await postgres.open()
  const settings = { ...postgres.settings, rate_limit_per_minute: 9_999_999 }
  const services = await openBenchServices(context, { ...postgres, settings }, opened)
  const market = await buildMarket(services, MODULES)
  const client = await connect(opened.logins.owner)
  context.onEnd(() => client.end())
  const withHistory = async (days: number) => {
    const customer = await market.customerWith('450.00')
    const plan_ids: string[] = []
    for (let plan = 0; plan < PLANS; plan += 1) {
      const plan_id = await market.place(customer.customer_id, PLAN_MICROS)
      await fillHistory(client, { customer_id: customer.customer_id, plan_id, days })
      plan_ids.push(plan_id)
    }
    return { ...customer, plan_id: plan_ids[0] ?? '' }
  }
  const customer = await withHistory(60)
  const origin = await serve(context, services)
  const changes = changesOf(services, customer)
  const hello = await startHello(context)
  const load = async (at: string, poll: Record<string, unknown>) => {
    const options = { base_path: settings.base_path, token: customer.token, ...poll }
    const run = { script: POLL, connections: CONNECTIONS, duration_ms: context.round_ms, options }
    return (await runLoad({ origin: at, ...run })).per_second
  }
  const beside = (poll: Record<string, unknown>) =>
    inTurn(
      context,
      () => load(origin, poll),
      () => load(hello, poll),
    )
  const unchanged = await beside({ etag: await etagOf(origin + settings.base_path, customer.token) })
  const shown = await impressionsOf(services, customer.customer_id)
  changes.begin()
  const changed = await beside({})
  const made = changes.end()
  // The changes only exist in the cache; had it been rebuilt from the books, none would show.
  const shown_now = await impressionsOf(services, customer.customer_id)
  if (made === 0 || shown_now !== shown + made)
    throw new Error(`of ${made} changes ${shown_now - shown} show`)
  const by_sql = sqlReadings(context, services)
  const beside_sql = await inTurn(
    context,
    () => load(origin, {}),
    () => by_sql(customer.customer_id),
  )
  const newcomer = await withHistory(1)
  const growth = await inTurn(
    context,
    () => readingMs(services, customer.customer_id),
    () => readingMs(services, newcomer.customer_id),
  )
  return rowsOf({ unchanged, changed, beside_sql, growth })
}

type Rounds = Record<'unchanged' | 'changed' | 'beside_sql' | 'growth', BenchRow['rounds']>

function rowsOf({ unchanged, changed, beside_sql, growth }: Rounds): BenchRow[] {
  const row = { unit: 'polls/s', yardstick: 'hello-world GET', bound: 'at_least' } as const
  return [
    { name: 'statistics poll, 304', ...row, rounds: unchanged, gate: 0.9, goal: 1 },
    { name: 'statistics poll, changed each time', ...row, rounds: changed, gate: 0.7, goal: 0.9 },
    {
      name: 'statistics poll beside SQL',
      ...row,
      yardstick: 'the same by SQL: 60 days, 3 plans',
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

async function serve(context: BenchContext, services: Services): Promise<string> {
  const statistics = MODULES.find((module) => module.name === 'statistics')
  const stop = await statistics?.start?.(services)
  context.onEnd(async () => stop?.())
  const server = await createServer(services, MODULES)
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  context.onEnd(() => server.close())
  return origin
}

interface Changes {
  begin(): void
  /** Returns how many changes there were. */
  end(): number
}

/** Applies a change before every reading, as a notification would, between `begin` and `end`. */
function changesOf(
  { statistics, clock }: Services,
  { customer_id, plan_id }: { customer_id: string; plan_id: string },
): Changes {
  const answer = statistics.answer.bind(statistics)
  let version = 0n
  return {
    begin() {
      statistics.answer = (...asked) => {
        version += 1n
        const quarter_ms = Math.floor(clock.now_ms() / QUARTER_MS) * QUARTER_MS
        const added = { impressions: 1n, clicks: 0n, conversions: 0n, spend_micros: 1n, revenue_micros: 0n }
        statistics.apply({ customer_id, version, added: [{ plan_id, quarter_ms, ...added }] })
        return answer(...asked)
      }
    },
    end() {
      statistics.answer = answer
      return Number(version)
    },
  }
}

async function impressionsOf({ statistics, clock }: Services, customer_id: string): Promise<number> {
  const { text } = await statistics.answer(customer_id, { type: '1' }, 'UTC', clock.now_ms())
  // Cut before the reading's time, which each poll adds.
  return JSON.parse(`${text}"}`).impressions
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

/** Median time of today's reading without a cache. */
async function readingMs(services: Services, customer_id: string): Promise<number> {
  const times: number[] = []
  for (let reading = 0; reading < READINGS; reading += 1) {
    services.statistics.forget(customer_id)
    const from = performance.now()
    await services.statistics.answer(customer_id, { type: '1' }, 'UTC', services.clock.now_ms())
    times.push(performance.now() - from)
  }
  return times.toSorted((left, right) => left - right)[READINGS / 2] ?? Number.NaN
}
