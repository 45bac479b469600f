import { type Connection, connect, onConnection } from '../apps/api/src/database/connection.ts'
import { newId } from '../apps/api/src/database/identifiers.ts'
import { eventIdOf } from '../apps/api/src/modules/delivery/events/event-ids.ts'
import { placePlan } from '../apps/api/src/modules/plans/index.ts'
import type { Services } from '../apps/api/src/modules/services.ts'
import { buildCustomer } from '../apps/api/src/testing/worlds/build-customer.ts'
import {
  buildAdvertiser,
  buildPlacement,
  buildProduct,
  buildPublisher,
  giveCash,
} from '../apps/api/src/testing/worlds/build-marketplace.ts'
import { type BenchContext, inTurn } from './support/context.ts'
import { startHello } from './support/hello.ts'
import { HEADERS } from './support/loads/decision-load-script.ts'
import { runLoad } from './support/loads/load.ts'
import type { LoadResult } from './support/loads/load-script.ts'
import { startBenchPostgres } from './support/postgres.ts'
import { startBenchProgram } from './support/program.ts'
import type { BenchRound, BenchRow } from './support/row.ts'
import { openBenchServices } from './support/services.ts'

export const name = 'decision'

const HELLO_GET = 'hello-world GET'
const DECIDING = {
  script: new URL('./support/loads/decision-load-script.ts', import.meta.url),
  connections: 64,
}
const LEASED_AFTER_MS = 15_000
const FEW_PLANS = 10
const MANY_PLANS = 10_000
const PLACEMENTS = 100
const PLACED_AT_ONCE = 200
const PLAN_MICROS = 10_000_000n
const PARTS = { cash_micros: PLAN_MICROS, discount_micros: 0n, startup_micros: 0n }
const ESCROW_MICROS = 1_000_000_000_000_000n
/** A plan is not used up by the measurement: a thousandth for a thousand. */
const PLACEMENT = { price: '0.001' }
const DECISIONS_APART = 400

/**
 * PERFORMANCE's rows of decisions: over HTTP against hello-world, with ten plans and with ten thousand on a hundred
 * placements; what the many cost a single decision, the leases they open, and how long taking them in stops a process.
 */
export async function measure(context: BenchContext): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(context)
  const opened = await postgres.open()
  const services = await openBenchServices(context, postgres, opened)
  const { advertiser_id } = await buildAdvertiser(services, ESCROW_MICROS)
  const { product_id } = await buildProduct(services, { advertiser_id })
  const { publisher_id, origin } = await buildPublisher(services)
  const addPlacement = async () => (await buildPlacement(services, publisher_id, PLACEMENT)).key
  const placements = [await addPlacement()]
  const place = await placing(services, product_id)
  await place(FEW_PLANS)
  const hello = await startHello(context)
  const { url } = await startBenchProgram(context, postgres, opened.logins.owner)
  const measured = (placements: readonly string[]) =>
    beside(context, { url, hello, placements, page: origin })
  const few = await measured(placements)
  while (placements.length < PLACEMENTS) placements.push(await addPlacement())
  await place(MANY_PLANS - FEW_PLANS)
  // By then most plans have their first lease, which each asks for when it is first drawn.
  await runLoad({
    ...DECIDING,
    origin: url,
    duration_ms: LEASED_AFTER_MS,
    options: { placements, page: origin },
  })
  const many = await measured(placements)
  const { delivery } = services
  const stops: BenchRound[] = []
  for (let round = 0; round < context.rounds; round += 1)
    stops.push({ value: await longestStop(() => delivery.refresh()), yardstick: 1 })
  const drawn = await leasesOfDecisions(services, { placements, page: origin }, () =>
    leasesGranted(opened.logins.owner),
  )
  return [...rowsOfSpeed(few, many), ...rowsOfCatalogue(stops, drawn)]
}

type Beside = Awaited<ReturnType<typeof beside>>

function rowsOfSpeed(few: Beside, many: Beside): BenchRow[] {
  return [
    {
      name: `ad decision over HTTP, ${FEW_PLANS} plans`,
      unit: 'decisions/s',
      yardstick: HELLO_GET,
      rounds: few.rounds,
      p99_ms: Math.max(...few.loads.map(({ p99_ms }) => p99_ms)),
      bound: 'at_least',
      gate: 0.5,
      goal: 0.7,
    },
    {
      name: `ad decision over HTTP, ${MANY_PLANS} plans on ${PLACEMENTS} placements`,
      unit: 'decisions/s',
      yardstick: HELLO_GET,
      rounds: many.rounds,
      p99_ms: Math.max(...many.loads.map(({ p99_ms }) => p99_ms)),
      bound: 'at_least',
      gate: 0.45,
      goal: 0.65,
    },
    ...(['p50_ms', 'p99_ms'] as const).map(
      (part): BenchRow => ({
        name: `decision among ${MANY_PLANS} plans: ${part === 'p50_ms' ? 'median' : 'p99'}`,
        unit: 'ms',
        yardstick: `among ${FEW_PLANS}`,
        rounds: many.loads.map((load, round) => ({
          value: load[part],
          yardstick: few.loads[round]?.[part] ?? null,
        })),
        bound: 'at_most',
        gate: 2,
        goal: 1.2,
      }),
    ),
  ]
}

function rowsOfCatalogue(stops: readonly BenchRound[], drawn: BenchRound): BenchRow[] {
  return [
    {
      name: `catalogue refresh with ${MANY_PLANS} plans: longest stop`,
      unit: 'ms',
      yardstick: '1 ms',
      rounds: stops,
      bound: 'at_most',
      gate: 30,
      goal: 10,
    },
    {
      name: `leases of ${DECISIONS_APART} decisions among ${MANY_PLANS} plans`,
      unit: 'leases',
      yardstick: 'plans chosen',
      rounds: [drawn],
      bound: 'at_most',
      gate: 1.5,
      goal: 1.1,
    },
  ]
}

/** Places so many plans, some at a time, all of one customer. */
async function placing(services: Services, product_id: string) {
  const { customer_id } = await buildCustomer(services)
  await giveCash(services, customer_id, PLAN_MICROS * BigInt(2 * MANY_PLANS))
  return async (plans: number): Promise<void> => {
    for (let placed = 0; placed < plans; placed += PLACED_AT_ONCE) {
      const some = Math.min(PLACED_AT_ONCE, plans - placed)
      await Promise.all(
        Array.from({ length: some }, () =>
          placePlan(services, customer_id, { request_id: newId(), product_id, parts: PARTS }),
        ),
      )
    }
  }
}

interface Sides {
  url: string
  hello: string
  placements: readonly string[]
  /** The origin of the pages that they stand on. */
  page: string
}

/** Decisions a second beside hello-world's, and each round's load. */
async function beside(context: BenchContext, { url, hello, placements, page }: Sides) {
  const loads: LoadResult[] = []
  const load = (origin: string) =>
    runLoad({ ...DECIDING, origin, duration_ms: context.round_ms, options: { placements, page } })
  const value = async () => {
    const result = await load(url)
    loads.push(result)
    return result.per_second
  }
  const rounds = await inTurn(context, value, async () => (await load(hello)).per_second)
  return { rounds, loads }
}

/** The longest time, in milliseconds, for which nothing else ran while `work` was going on. */
async function longestStop(work: () => Promise<void>): Promise<number> {
  let longest_ms = 0
  let last_ms = performance.now()
  let is_done = false
  const watch = () => {
    const now_ms = performance.now()
    longest_ms = Math.max(longest_ms, now_ms - last_ms)
    last_ms = now_ms
    if (!is_done) setImmediate(watch)
  }
  watch()
  await work()
  is_done = true
  return longest_ms
}

/** Leases opened by decisions one after another, each for a device of its own, and the plans that they chose. */
async function leasesOfDecisions(
  { delivery, clock }: Services,
  { placements, page }: Pick<Sides, 'placements' | 'page'>,
  countLeases: () => Promise<number>,
): Promise<BenchRound> {
  const chosen = new Set<string>()
  const before = await countLeases()
  for (let index = 0; index < DECISIONS_APART; index += 1) {
    const placement = placements[index % placements.length] ?? ''
    const device = `device-of-its-own-${index}`
    const who = { headers: { ...HEADERS, origin: page }, address: '127.0.0.1', channel: 'tag' as const }
    const query = { placement, device, ...who }
    const { fill, token } = JSON.parse((await delivery.decide(query)).json)
    const content = fill === true ? delivery.codec.open(token, clock.now_ms()) : 'not filled'
    if (typeof content === 'string') throw new Error(`a decision is ${content}: there is nothing to count`)
    chosen.add(eventIdOf(content.ids, 'plan_id'))
  }
  return { value: (await countLeases()) - before, yardstick: chosen.size }
}

/** How many leases nodes have been granted so far. */
async function leasesGranted(owner: Connection): Promise<number> {
  const count = 'select count(*)::integer as total from delivery.leases'
  const { rows } = await onConnection(connect(owner), (client) => client.query(count))
  return Number(rows[0]?.total)
}
