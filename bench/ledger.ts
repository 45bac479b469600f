import { type Connection, connect, onConnection } from '../apps/api/src/database/connection.ts'
import { PostgresDatabase } from '../apps/api/src/database/postgres-database.ts'
import { createLedgerWriter, type Movement } from '../apps/api/src/modules/ledger/index.ts'
import { makeWideLogin } from '../apps/api/src/testing/servers/wide-login.ts'
import { makeBenchActs } from './support/bench-acts.ts'
import { type BenchContext, inTurn } from './support/context.ts'
import { runClients, seedCustomers, submitAlone, withFlow } from './support/ledger-clients.ts'
import { ledgerOverHttp } from './support/ledger-http.ts'
import { PGBENCH_MISSING, prepareTpcB, type TpcB } from './support/pgbench.ts'
import { type BenchPostgres, startBenchPostgres } from './support/postgres.ts'
import type { BenchRow } from './support/row.ts'
import { WRK_MISSING } from './support/wrk.ts'

export const name = 'ledger'

const CLIENTS = 256
const TPC_B = 'pgbench TPC-B'

/** PERFORMANCE's ledger rows: in process and over HTTP, compared with TPC-B on the same server. */
export async function measure(context: BenchContext): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(context)
  const tpc_b = await prepareTpcB(context, postgres.superuser)
  const opened = await postgres.open()
  await makeBenchActs(opened.logins.owner)
  // A member of every process role, as its acts are those of several.
  const database = new PostgresDatabase(await makeWideLogin(postgres.superuser, opened.logins.owner.database))
  context.onEnd(() => database.close())
  const writer = createLedgerWriter(database)
  context.onEnd(() => writer.close())
  const customers = await seedCustomers(writer)
  const single = (transfer: () => Movement) => () => submitAlone(writer, transfer())
  const row = rowsBeside(context, tpc_b, () => checkpoint(postgres))
  const http = await ledgerOverHttp(context, writer, customers, () => countTransfers(opened.logins.owner))
  return [
    ...(await row(
      'ledger in process, 256 clients, uniform',
      [5, 12],
      inProcess(context, single(customers.uniform)),
    )),
    ...(await row(
      'ledger in process, 256 clients, one hot account',
      [5, 14],
      inProcess(context, single(customers.hot)),
    )),
    ...(await row(
      'ledger in process, with statement indexes',
      [4, 6],
      inProcess(
        context,
        single(() => withFlow(customers.uniform())),
      ),
    )),
    ...(await row('ledger over HTTP, 256 clients, uniform', [4, 6], http && (() => http('uniform')))),
    ...(await row('ledger over HTTP, 256 clients, one hot account', [4, 7], http && (() => http('hot')))),
  ]
}

/** How many transfers are in the books, whoever posted them. */
async function countTransfers(owner: Connection): Promise<number> {
  const count = 'select count(*)::integer as total from ledger.transfers'
  const { rows } = await onConnection(connect(owner), (client) => client.query(count))
  return Number(rows[0]?.total)
}

/** One round's figures: operations per second and their 99th percentile. */
type Round = () => Promise<{ per_second: number; p99_ms: number }>

function inProcess(context: BenchContext, operation: () => Promise<unknown>): Round {
  return () => runClients(CLIENTS, context.round_ms, operation)
}

/** Keeps each side from paying for the other's dirty pages. */
async function checkpoint(postgres: BenchPostgres): Promise<void> {
  await onConnection(connect(postgres.superuser), (client) => client.query('checkpoint'))
}

/** Rows for the throughput against TPC-B (if available), and for the p99 against what the throughput implies. */
function rowsBeside(context: BenchContext, tpc_b: TpcB | null, prepare: () => Promise<void>) {
  return async (
    row_name: string,
    [gate, goal]: readonly [number, number],
    round: Round | null,
  ): Promise<BenchRow[]> => {
    const row = {
      name: row_name,
      unit: 'transfers/s',
      yardstick: TPC_B,
      bound: 'at_least',
      gate,
      goal,
    } as const
    if (round === null) return [{ ...row, rounds: [], not_run: WRK_MISSING }]
    const p99s: { value: number; yardstick: number }[] = []
    const once = async () => {
      await prepare()
      const { per_second, p99_ms } = await round()
      p99s.push({ value: p99_ms, yardstick: (CLIENTS / per_second) * 1_000 })
      return per_second
    }
    const yardstick = async (tpc: TpcB) => {
      await prepare()
      return await tpc.measure()
    }
    const rounds = await inTurn(context, once, tpc_b === null ? null : () => yardstick(tpc_b))
    const p99_ms = Math.max(...p99s.map(({ value }) => value))
    return [
      {
        ...row,
        rounds,
        p99_ms,
        ...(tpc_b === null && { not_run: PGBENCH_MISSING }),
      },
      {
        name: `${row_name}: p99`,
        unit: 'ms',
        yardstick: 'clients ÷ throughput',
        rounds: p99s,
        bound: 'at_most',
        gate: 2.5,
        goal: 1.7,
      },
    ]
  }
}
