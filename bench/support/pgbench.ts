import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { type Connection, connect, onConnection } from '../../apps/api/src/database/connection.ts'
import type { BenchContext } from './context.ts'
import { debianTool } from './debian-tool.ts'

const SCALE = 20
const CLIENTS = [8, 16] as const
const TRIAL_MS = 2000
const DATABASE = 'pgbench'
const PATHS = ['/usr/lib/postgresql/*/bin/pgbench', '/usr/bin/pgbench']

/** TPC-B on the measured server: transactions per second in one round. */
export interface TpcB {
  measure(): Promise<number>
}

/** Why there is no yardstick if `prepareTpcB` returns null. */
export const PGBENCH_MISSING = 'pgbench is not installed (on Debian: postgresql-contrib)'

/**
 * Fills a database for `pgbench -M prepared` TPC-B (scale 20) on this server and finds out whether 8 or 16 clients
 * are faster; null if pgbench is missing and may not be installed.
 */
export async function prepareTpcB(context: BenchContext, superuser: Connection): Promise<TpcB | null> {
  const pgbench = await debianTool('postgresql-contrib', PATHS)
  if (pgbench === null) return null
  const run = (args: readonly string[]) => runPgbench(pgbench, superuser, args)
  await onConnection(connect(superuser), (client) => client.query(`create database ${DATABASE}`))
  await run(['--initialize', '--quiet', '--scale', String(SCALE)])
  const measure = async (clients: number, duration_ms: number) =>
    transactionsPerSecond(
      await run([
        ...['--protocol', 'prepared', '--no-vacuum', '--jobs', '2'],
        ...['--client', String(clients), '--time', String(Math.max(1, Math.round(duration_ms / 1000)))],
      ]),
    )
  let best = { clients: 0, per_second: 0 }
  for (const clients of CLIENTS) {
    const per_second = await measure(clients, TRIAL_MS)
    if (per_second > best.per_second) best = { clients, per_second }
  }
  context.note(`pgbench TPC-B with ${best.clients} clients`)
  return { measure: () => measure(best.clients, context.round_ms) }
}

async function runPgbench(pgbench: string, superuser: Connection, args: readonly string[]): Promise<string> {
  const child = spawn(pgbench, [...args, DATABASE], {
    env: {
      ...process.env,
      PGHOST: superuser.host,
      PGPORT: String(superuser.port),
      PGUSER: superuser.user,
      PGPASSWORD: superuser.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = Promise.withResolvers<number | null>()
  child.once('error', exit.reject)
  child.once('close', exit.resolve)
  const [printed, problem, code] = await Promise.all([text(child.stdout), text(child.stderr), exit.promise])
  if (code !== 0) throw new Error(`pgbench ended with code ${code}: ${problem}`)
  return printed
}

function transactionsPerSecond(printed: string): number {
  const match = /^tps = ([\d.]+)/m.exec(printed)
  if (!match) throw new Error(`pgbench printed no tps: ${printed}`)
  return Number(match[1])
}
