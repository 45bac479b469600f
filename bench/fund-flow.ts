import { connect } from '../apps/api/src/database/connection.ts'
import { flowLines } from '../apps/api/src/modules/ledger/index.ts'
import type { Services } from '../apps/api/src/modules/services.ts'
import { exportStatement } from '../apps/api/src/modules/statements/export-statement.ts'
import { readMonth } from '../apps/api/src/modules/statements/read-statement.ts'
import { MODULES } from '../apps/api/src/server/modules.ts'
import { buildMarket } from '../apps/api/src/testing/worlds/build-market.ts'
import type { BenchContext } from './support/context.ts'
import { fillFundFlow } from './support/fund-flow-history.ts'
import { startBenchPostgres } from './support/postgres.ts'
import { type BenchRound, type BenchRow, median } from './support/row.ts'
import { openBenchServices } from './support/services.ts'

export const name = 'fund-flow'

const ENTRIES_FEW = 1_000
const ENTRIES_MANY = 1_000_000
const READINGS = 200
const PAGE = 20
const ZONE = 'America/New_York'

/**
 * The cost of a page of the fund flow, a month's sums and a month's statement for a customer with a million entries,
 * compared with one with a thousand and the same month (PERFORMANCE).
 */
export async function measure(context: BenchContext): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(context)
  const opened = await postgres.open()
  const services = await openBenchServices(context, postgres, opened)
  const market = await buildMarket(services, MODULES)
  const client = await connect(opened.logins.owner)
  context.onEnd(() => client.end())
  const withEntries = async (entries: number) => {
    const { customer_id } = await market.customerWith('100.00')
    const plan_id = await market.place(customer_id, 50_000_000n)
    await fillFundFlow(client, { customer_id, plan_id, entries, of_this_month: ENTRIES_FEW })
    return customer_id
  }
  const few = await withEntries(ENTRIES_FEW)
  const many = await withEntries(ENTRIES_MANY)
  await client.query('vacuum analyze ledger.flow_lines, ledger.transfers, ledger.month_sums, ledger.accounts')
  const month = services.clock.now().toISOString().slice(0, 7)
  const readings: [string, (customer_id: string) => Promise<unknown>][] = [
    ['a fund-flow page', (customer_id) => firstPage(services, customer_id)],
    ['a month in sums', (customer_id) => readMonth(services, customer_id, month, ZONE)],
    ['a month’s statement', (customer_id) => statement(services, customer_id, month)],
  ]
  const rows: BenchRow[] = []
  for (const [what, read] of readings) {
    const rounds = await alternating(
      context,
      () => read(many),
      () => read(few),
    )
    const yardstick = 'the same with 1 thousand entries'
    rows.push({
      name: `${what}, 1 million entries`,
      unit: 'ms',
      yardstick,
      rounds,
      bound: 'at_most',
      gate: 1.2,
      goal: 1.05,
    })
  }
  return rows
}

function firstPage(services: Services, customer_id: string): Promise<unknown> {
  return services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    flowLines(tx, customer_id, { limit: PAGE }),
  )
}

function statement(services: Services, customer_id: string, month: string): Promise<Buffer> {
  return exportStatement(services, { customer_id, month, format: 'csv', language: 'en', time_zone: ZONE })
}

/** Median times of both in each round, read alternately: readings are short, and the machine's speed varies. */
async function alternating(
  context: BenchContext,
  value: () => Promise<unknown>,
  yardstick: () => Promise<unknown>,
): Promise<BenchRound[]> {
  const rounds: BenchRound[] = []
  for (let round = 1; round <= context.rounds; round += 1) {
    const times: { value: number[]; yardstick: number[] } = { value: [], yardstick: [] }
    for (let reading = 0; reading < READINGS; reading += 1) {
      times.yardstick.push(await timeMs(yardstick))
      times.value.push(await timeMs(value))
    }
    const medians = { value: median(times.value), yardstick: median(times.yardstick) }
    rounds.push(medians)
    context.note(`round ${round}: ${medians.value.toFixed(2)} beside ${medians.yardstick.toFixed(2)} ms`)
  }
  return rounds
}

async function timeMs(read: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await read()
  return performance.now() - from
}
