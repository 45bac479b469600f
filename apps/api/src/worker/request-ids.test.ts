import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { connect } from '../database/connection.ts'
import type { Transaction } from '../database/database.ts'
import { newId } from '../database/identifiers.ts'
import { schedule } from '../database/jobs.ts'
import { publish } from '../database/outbox.ts'
import { currentRequestId, inRequest } from '../lib/request-context.ts'
import type { JobHandler, Module, Subscription } from '../modules/module.ts'
import { testServices } from '../testing/servers/test-services.ts'
import { TRACES } from '../testing/worlds/chained-jobs.ts'
import { drain } from './drain.ts'

const SYSTEM = { kind: 'system' } as const
const AT_ONCE = new Date(0)
const WORKER_PROCESS = fileURLToPath(new URL('../testing/servers/worker-process.ts', import.meta.url))

const children: ChildProcess[] = []

const t = await testServices({ modules: [] })
afterAll(() => t.close())
await t.db.asOwner(TRACES)
afterEach(async () => {
  for (const child of children.splice(0)) await killed(child)
  await t.db.asOwner('delete from platform.jobs; delete from platform.outbox; delete from platform.traces')
})

/** A worker in its own process, and what it has reported so far. */
function worker(): { child: ChildProcess; told: Record<string, unknown>[] } {
  const told: Record<string, unknown>[] = []
  const child = spawn(process.execPath, [WORKER_PROCESS, JSON.stringify(t.db.logins.worker)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  if (child.stderr) createInterface(child.stderr).on('line', (line) => told.push(JSON.parse(line)))
  return { child, told }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Runs in one transaction under this request id, as a call does. */
const inCall = (request_id: string, work: (tx: Transaction) => Promise<void>) =>
  inRequest({ request_id }, () => t.services.database.transaction(SYSTEM, work))

const rows = (table: 'jobs' | 'outbox') =>
  t.db.asOwner<{ request_id: string | null }>(`select request_id from platform.${table}`)

test('a request keeps its id over message and job though the worker that had them in hand is killed: another one’s handlers say it, and so do what they publish and set [proof 710]', async () => {
  const request_id = newId()
  await inCall(request_id, async (tx) => {
    await publish(tx, 'told', { subject_id: 'by the call' })
    await schedule(tx, { kind: 'first', subject_id: 'by the job', due_at: AT_ONCE })
  })
  expect(await rows('outbox')).toEqual([{ request_id }])
  expect(await rows('jobs')).toEqual([{ request_id }])
  const holder = await connect({ ...inject('cluster').superuser, database: t.db.name })
  try {
    await holder.query('begin; lock table platform.traces in share row exclusive mode')
    const first = worker()
    await expect
      .poll(async () => {
        const { rowCount } = await holder.query(
          "select from pg_locks where relation = 'platform.traces'::regclass and not granted",
        )
        return rowCount
      })
      .toBe(2)
    await killed(first.child)
    expect(first.told.filter(({ msg }) => msg !== 'told')).toEqual([])
    await holder.query('rollback')
  } finally {
    await holder.end()
  }
  const second = worker()
  await expect.poll(async () => [...(await rows('outbox')), ...(await rows('jobs'))]).toEqual([])
  const done = () =>
    second.told.map(({ msg, job, topic, request_id }) => [msg, job ?? topic, request_id].join(' '))
  await expect
    .poll(() => done().toSorted())
    .toEqual(
      [
        `a job was done first ${request_id}`,
        `a job was done second ${request_id}`,
        `a message was handled told ${request_id}`,
        `a message was handled told ${request_id}`,
        `told  ${request_id}`,
        `told  ${request_id}`,
      ].toSorted(),
    )
})

describe('a worker’s own', () => {
  const moduleOf = (jobs: JobHandler[], subscriptions: Subscription[] = []): Module[] => [
    { name: 'test', jobs, subscriptions },
  ]
  /** The request id as the process knows it, and as the database does. */
  async function inHand(tx: Transaction): Promise<(string | null)[]> {
    const found = await sql<{
      id: string | null
    }>`select current_setting('adtally.request_id', true) as id`.execute(tx)
    return [currentRequestId(), found.rows[0]?.id ?? null]
  }

  test('periodic work has an id of its own each run', async () => {
    const ran: (string | null)[][] = []
    const modules = moduleOf([
      { kind: 'beat', every_ms: 1_000, run: async (_services, tx) => void ran.push(await inHand(tx)) },
    ])
    await inCall(newId(), (tx) => schedule(tx, { kind: 'beat', subject_id: 'periodic', due_at: AT_ONCE }))
    for (let run = 0; run < 3; run += 1) {
      await drain(t.services, modules)
      await t.db.moveClock(2_000)
    }
    expect(ran).toHaveLength(3)
    for (const [process_says, database_says] of ran) expect(process_says).toBe(database_says)
    expect(new Set(ran.map(([id]) => id)).size).toBe(3)
    expect(await rows('jobs')).toEqual([{ request_id: null }])
  })

  test('what fails keeps its id until it is done, and what follows from none has one for its run', async () => {
    const request_id = newId()
    const ran: (string | null)[][] = []
    const failing: JobHandler = {
      kind: 'fails-once',
      async run(_services, tx) {
        ran.push(await inHand(tx))
        if (ran.length === 1) throw new Error('planted')
      },
    }
    await inCall(request_id, (tx) => schedule(tx, { kind: 'fails-once', subject_id: 'one', due_at: AT_ONCE }))
    await drain(t.services, moduleOf([failing]), 'stays')
    await t.db.moveClock(2_000)
    await drain(t.services, moduleOf([failing]))
    expect(ran).toEqual([
      [request_id, request_id],
      [request_id, request_id],
    ])
    await t.services.database.transaction(SYSTEM, (tx) => publish(tx, 'of-none', {}))
    expect(await rows('outbox')).toEqual([{ request_id: null }])
    const heard: (string | null)[][] = []
    const handle: Subscription['handle'] = async (_services, tx) => void heard.push(await inHand(tx))
    await drain(t.services, moduleOf([], [{ topic: 'of-none', handle }]))
    expect(heard).toEqual([[expect.any(String), heard[0]?.[0]]])
  })
})
