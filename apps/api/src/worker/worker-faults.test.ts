import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { connect } from '../database/connection.ts'
import { scheduleAll } from '../database/jobs.ts'
import { PostgresDatabase } from '../database/postgres-database.ts'
import { type RunningClock, startClock } from '../database/time/database-clock.ts'
import { DAY_MS } from '../lib/time-zones.ts'
import type { JobHandler, Module } from '../modules/module.ts'
import { testServices } from '../testing/servers/test-services.ts'
import { chainedJobs, dwell, type LeaveTrace, TRACES } from '../testing/worlds/chained-jobs.ts'
import { startWorker } from './worker.ts'

const SYSTEM = { kind: 'system' } as const
const HOUR_MS = 3_600_000
const SUBJECTS = 60
const KILLS = 12
const PROCESSES_KILLED = 2
const WORKER_PROCESS = fileURLToPath(new URL('../testing/servers/worker-process.ts', import.meta.url))

const workers: { database: PostgresDatabase; clock: RunningClock; stop: () => Promise<void> }[] = []

const t = await testServices({ modules: [] })
afterAll(() => t.close())
await t.db.asOwner(TRACES)
beforeEach(async () => {
  await t.db.asOwner('delete from platform.traces')
})
afterEach(async () => {
  for (const { stop, clock, database } of workers.splice(0)) {
    await stop()
    await clock.stop()
    await database.close()
  }
  await t.db.asOwner('delete from platform.jobs; delete from platform.outbox')
})

/** A worker like another process's, with its own connections and clock. */
async function worker(modules: readonly Module[]): Promise<void> {
  const database = new PostgresDatabase(t.db.logins.worker)
  const clock = await startClock(database)
  const stop = await startWorker({ ...t.services, database, clock }, modules, clock)
  workers.push({ database, clock, stop })
}

const put = (kind: string, due: (index: number) => Date) =>
  t.services.database.transaction(SYSTEM, (tx) =>
    scheduleAll(
      tx,
      kind,
      Array.from({ length: SUBJECTS }, (_, index) => ({ subject_id: `s${index}`, due_at: due(index) })),
    ),
  )

/** How often things were done, as counts of counts: `{"1": 180}` means everything once. */
async function timesDone(): Promise<Record<string, number>> {
  const rows = await t.db.asOwner<{ times: string; things: number }>(
    `select times::text, count(*)::integer as things
     from (select count(*) as times from platform.traces group by what, subject_id) as done group by times`,
  )
  return Object.fromEntries(rows.map(({ times, things }) => [times, things]))
}
const traces = async () => {
  const [row] = await t.db.asOwner<{ count: number }>(
    'select count(*)::integer as count from platform.traces',
  )
  return row?.count ?? 0
}
const left = async () =>
  (
    await t.db.asOwner<{ count: number }>(
      "select ((select count(*) from platform.jobs where kind in ('first', 'second')) + (select count(*) from platform.outbox))::integer as count",
    )
  )[0]?.count

/** Cuts connections in the middle of a job's transaction, as if their process had died. */
async function killInTheMiddle(kills: number): Promise<number> {
  const superuser = await connect(inject('cluster').superuser)
  let killed = 0
  try {
    while (killed < kills && (await left()) !== 0) {
      const { rowCount } = await superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = $1 and usename = $2 and query like '%pg_sleep%' and state = 'active' limit 1`,
        [t.db.name, t.db.logins.worker.user],
      )
      killed += rowCount ?? 0
    }
  } finally {
    await superuser.end()
  }
  return killed
}

/** Runs two workers on every job while their connections die; retries wait a second, which the clock skips. */
async function workedUnderKills(leave?: LeaveTrace): Promise<number> {
  await put('first', () => new Date(0))
  await worker([chainedJobs(leave)])
  await worker([chainedJobs(leave)])
  const killed = await killInTheMiddle(KILLS)
  await expect
    .poll(async () => {
      await jump(1_000)
      return await left()
    })
    .toBe(0)
  return killed
}

const jump = (by_ms: number) => t.db.moveClock(by_ms)

describe('everything with a deadline runs once, whatever dies', () => {
  test('two workers whose connections are killed in the middle do each job and message exactly once', async () => {
    expect(await workedUnderKills()).toBeGreaterThanOrEqual(KILLS / 2)
    expect(await timesDone()).toEqual({ 1: 3 * SUBJECTS })
  })

  test('a worker process that is killed again and again, and started again, leaves nothing done twice or not at all', async () => {
    // Each process gets its share, so that none does everything before it is killed.
    const start_ms = t.services.clock.now_ms()
    const share = SUBJECTS / (PROCESSES_KILLED + 1)
    await put('first', (index) => new Date(start_ms + Math.floor(index / share) * DAY_MS))
    let processes = 0
    while ((await left()) !== 0 && processes < 20) {
      processes += 1
      if (processes > 1) await jump(DAY_MS)
      const before = await traces()
      const child = spawn(process.execPath, [WORKER_PROCESS, JSON.stringify(t.db.logins.worker)], {
        stdio: 'ignore',
      })
      const died = new Promise((resolve) => child.once('exit', resolve))
      // Killed in the middle of its work, except the last ones, which finish it.
      const enough = processes > PROCESSES_KILLED ? 3 * SUBJECTS : before + SUBJECTS / 2
      await expect
        .poll(
          async () => {
            await jump(1_000)
            return (await left()) === 0 || (await traces()) >= enough
          },
          { interval: 10 },
        )
        .toBe(true)
      child.kill('SIGKILL')
      await died
    }
    expect(processes).toBeGreaterThan(PROCESSES_KILLED)
    await expect.poll(left).toBe(0)
    expect(await timesDone()).toEqual({ 1: 3 * SUBJECTS })
  })

  test('negative control: a job that leaves its trace outside the transaction that removes it does so twice', async () => {
    const outside: LeaveTrace = async (tx, what, subject_id) => {
      await t.services.database.transaction(SYSTEM, (other) =>
        sql`insert into platform.traces values (${what}, ${subject_id}, platform.now())`.execute(other),
      )
      await dwell(tx)
    }
    await workedUnderKills(outside)
    const { 1: once = 0, ...more } = await timesDone()
    expect(once).toBeLessThan(3 * SUBJECTS)
    expect(Object.values(more).reduce((sum, things) => sum + things, 0)).toBeGreaterThan(0)
  })

  test.each([
    ['an hour', HOUR_MS],
    ['90 days', 90 * DAY_MS],
  ])('a clock that jumps %s ahead: what is due then runs once, what is not stays', async (_name, by_ms) => {
    const beats: Date[] = []
    const beat: JobHandler = {
      kind: 'beat',
      every_ms: HOUR_MS / 2,
      run: async (_services, _tx, { due_at }) => void beats.push(due_at),
    }
    const modules: Module[] = [chainedJobs(), { name: 'periodic', jobs: [beat] }]
    const start_ms = t.services.clock.now_ms()
    // Half of them due within the jump, half of them after it.
    const due = (index: number) => new Date(start_ms + ((index + 1) * 2 * by_ms) / SUBJECTS)
    await put('first', due)
    await worker(modules)
    await worker(modules)
    await expect.poll(() => beats.length).toBe(1)
    // A minute before the middle's job, because the jump itself takes a moment.
    await jump(by_ms + by_ms / SUBJECTS)
    await expect.poll(timesDone).toEqual({ 1: 3 * (SUBJECTS / 2) })
    // One beat for the jump, however many would have fitted.
    await expect.poll(() => beats.length).toBe(2)
    const early = await t.db.asOwner(
      `select subject_id from platform.traces where what = 'first' and ran_at <
         timestamptz 'epoch' + ($1 + (substr(subject_id, 2)::bigint + 1) * 2 * $2 / $3) * interval '1 millisecond'`,
      [start_ms, by_ms, SUBJECTS],
    )
    expect(early).toEqual([])
    const [waiting] = await t.db.asOwner<{ count: number }>(
      "select count(*)::integer as count from platform.jobs where kind = 'first'",
    )
    expect(waiting?.count).toBe(SUBJECTS / 2)
  })
})
