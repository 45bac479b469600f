import { setTimeout as wait } from 'node:timers/promises'
import { type Program, startProgram, temporaryFolder } from '../program.ts'
import { auditAfterKills, type KillAudit } from './kill-audit.ts'
import { KillLoad } from './kill-load.ts'
import { loseCommits, prepareLoad } from './kill-setup.ts'
import { killPostgres } from './postgres-processes.ts'

const CLIENTS = 96
/** A kill counts with at least this many operations in flight (SECURITY, "Promises"). */
const IN_FLIGHT_MIN = 64
const CUSTOMERS = 8
const RECOVERY_LIMIT_MS = 60_000
const ENVIRONMENT = { RATE_LIMIT_PER_MINUTE: '9999999', LOG_LEVEL: 'error' }

export interface KillReport extends KillAudit {
  kills: number
  /** The fewest operations in flight at any kill. */
  in_flight_min: number
  /** Answers that were neither success nor "again". */
  wrong: readonly string[]
  /** The longest time from a kill to the first answer after it. */
  program_recovery_ms: number
  postgres_recovery_ms: number
}

/** Kills program and PostgreSQL in turn under load and audits the books, which has to find a `planted_fault`. */
export async function killTrial(options: { kills: number; planted_fault?: boolean }): Promise<KillReport> {
  const data_dir = temporaryFolder()
  let program = await startProgram('apps/api/src/main.ts', { data_dir, env: ENVIRONMENT })
  try {
    const { product_id, placers } = await prepareLoad(data_dir, CUSTOMERS)
    if (options.planted_fault) {
      await loseCommits(data_dir)
      program = await startAgain(program, data_dir)
    }
    const load = new KillLoad(program.url, product_id, placers, CLIENTS)
    const report = {
      in_flight_min: Number.POSITIVE_INFINITY,
      program_recovery_ms: 0,
      postgres_recovery_ms: 0,
    }
    for (let kill = 0; kill < options.kills; kill += 1) {
      report.in_flight_min = Math.min(report.in_flight_min, await underLoad(load))
      const killed_at = performance.now()
      // The planted fault shows only if PostgreSQL itself dies.
      const isPostgres = options.planted_fault || kill % 2 === 1
      if (isPostgres) killPostgres(data_dir)
      else {
        process.kill(program.pid, 'SIGKILL')
        program = await startProgram('apps/api/src/main.ts', { data_dir, env: ENVIRONMENT })
        load.url = program.url
      }
      await nextAnswer(load)
      const name = isPostgres ? 'postgres_recovery_ms' : 'program_recovery_ms'
      report[name] = Math.max(report[name], performance.now() - killed_at)
    }
    await load.stop()
    const audit = await auditAfterKills(data_dir, load.acknowledged)
    return { kills: options.kills, ...report, wrong: load.wrong, ...audit }
  } finally {
    await program.stop()
  }
}

async function startAgain(program: Program, data_dir: string): Promise<Program> {
  await program.stop({ keep_data: true })
  return await startProgram('apps/api/src/main.ts', { data_dir, env: ENVIRONMENT })
}

/** Waits until answers flow and enough is in flight, then for a random moment; returns how much is in flight then. */
async function underLoad(load: KillLoad): Promise<number> {
  const answered = load.acknowledged.length
  await until(() => load.acknowledged.length > answered + CLIENTS)
  await wait(Math.random() * 200)
  await until(() => load.in_flight >= IN_FLIGHT_MIN)
  return load.in_flight
}

async function nextAnswer(load: KillLoad): Promise<void> {
  const answered = load.acknowledged.length
  await until(() => load.acknowledged.length > answered)
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + RECOVERY_LIMIT_MS
  while (!isSo()) {
    if (performance.now() > deadline)
      throw new Error(`no answers for ${RECOVERY_LIMIT_MS / 1000} s after a kill`)
    await wait(1)
  }
}

/** Whether a trial lost or doubled nothing acknowledged, and the books balance. */
export function isUnharmed(report: KillReport): boolean {
  const { lost, doubled, unbalanced, wrong, in_flight_min } = report
  return (
    lost === 0 && doubled === 0 && unbalanced === 0 && wrong.length === 0 && in_flight_min >= IN_FLIGHT_MIN
  )
}
