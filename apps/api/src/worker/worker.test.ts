import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { cancelJob, schedule } from '../database/jobs.ts'
import { publish } from '../database/outbox.ts'
import { startClock } from '../database/time/database-clock.ts'
import type { JobHandler, Module, Subscription } from '../modules/module.ts'
import { testServices } from '../testing/servers/test-services.ts'
import { drain } from './drain.ts'
import { startWorker } from './worker.ts'

const SYSTEM = { kind: 'system' } as const

const t = await testServices({ modules: [] })
afterAll(() => t.close())
afterEach(async () => {
  await t.db.asOwner('delete from platform.jobs')
  await t.db.asOwner('delete from platform.outbox')
})

const moduleOf = (jobs: JobHandler[], subscriptions: Subscription[] = []): Module => ({
  name: 'test',
  jobs,
  subscriptions,
})
const advance = (by_ms: number) => t.db.moveClock(by_ms)
const later = (ms: number) => new Date(t.services.clock.now_ms() + ms)
const put = (subject_id: string, due_at: Date) =>
  t.services.database.transaction(SYSTEM, (tx) => schedule(tx, { kind: 'test', subject_id, due_at }))

describe('jobs', () => {
  test('run at their time on the sandbox clock, each once', async () => {
    const ran: string[] = []
    const modules = [
      moduleOf([{ kind: 'test', run: async (_services, _tx, job) => void ran.push(job.subject_id) }]),
    ]
    await put('in an hour', later(3_600_000))
    await put('now', later(-1_000))
    await drain(t.services, modules)
    expect(ran).toEqual(['now'])
    await advance(3_660_000)
    await drain(t.services, modules)
    await drain(t.services, modules)
    expect(ran).toEqual(['now', 'in an hour'])
  })

  test('one that is due by a program’s clock that is ahead is waited for; control: one that is not is left', async () => {
    const ran: string[] = []
    const modules = [
      moduleOf([{ kind: 'test', run: async (_services, _tx, job) => void ran.push(job.subject_id) }]),
    ]
    const clock = { now_ms: () => t.services.clock.now_ms() + 200, now: () => later(200) }
    await put('due', clock.now())
    await put('in an hour', later(3_600_000))
    await drain({ ...t.services, clock }, modules)
    expect(ran).toEqual(['due'])
  })

  test('one that fails waits before it is tried again, also where its time has microseconds', async () => {
    let tries = 0
    const failing: JobHandler = {
      kind: 'test',
      run: async () => {
        tries += 1
        throw new Error('planted')
      },
    }
    // After the sixth failure it waits for 64 seconds, longer than any machine takes to look twice.
    await t.db.asOwner(
      "insert into platform.jobs (kind, subject_id, due_at, attempts) values ('test', 'failing', '2026-01-01 00:00:00.123456Z', 6)",
    )
    await expect(drain(t.services, [moduleOf([failing])])).rejects.toThrow('planted')
    await drain(t.services, [moduleOf([failing])])
    expect(tries).toBe(1)
    await advance(64_001)
    await expect(drain(t.services, [moduleOf([failing])])).rejects.toThrow('planted')
    await advance(64_001)
    await drain(t.services, [moduleOf([failing])])
    expect(tries).toBe(2)
  })

  test('a later deadline for the same replaces the first, and a cancelled one never runs', async () => {
    const ran: string[] = []
    const modules = [
      moduleOf([{ kind: 'test', run: async (_services, _tx, job) => void ran.push(job.subject_id) }]),
    ]
    await put('moved', later(-1_000))
    await put('moved', later(3_600_000))
    await put('cancelled', later(-1_000))
    await t.services.database.transaction(SYSTEM, (tx) => cancelJob(tx, 'test', 'cancelled'))
    await drain(t.services, modules)
    expect(ran).toEqual([])
  })

  test('a failing job is kept, with its error, and undoes what it wrote', async () => {
    let attempts = 0
    const modules = [
      moduleOf([
        {
          kind: 'test',
          run: async (_services, tx) => {
            await publish(tx, 'written by a failing job', {})
            if (++attempts < 2) throw new Error('not yet')
          },
        },
      ]),
    ]
    await put('stubborn', later(-1_000))
    await expect(drain(t.services, modules)).rejects.toThrow('not yet')
    expect(await t.db.asOwner('select attempts, last_error from platform.jobs')).toEqual([
      { attempts: 1, last_error: 'not yet' },
    ])
    expect(await t.db.asOwner('select from platform.outbox')).toEqual([])
    await advance(2_000)
    await drain(t.services, modules)
    expect(attempts).toBe(2)
    expect(await t.db.asOwner('select from platform.jobs')).toEqual([])
  })

  test('200 jobs and 4 workers: every job exactly once', async () => {
    const ran: string[] = []
    const modules = [
      moduleOf([{ kind: 'test', run: async (_services, _tx, job) => void ran.push(job.subject_id) }]),
    ]
    await t.services.database.transaction(SYSTEM, async (tx) => {
      for (let i = 0; i < 200; i++)
        await schedule(tx, { kind: 'test', subject_id: String(i), due_at: later(-1_000) })
    })
    await Promise.all([1, 2, 3, 4].map(() => drain(t.services, modules)))
    expect(ran).toHaveLength(200)
    expect(new Set(ran).size).toBe(200)
  })
})

describe('outbox', () => {
  test('messages of one key keep their order, also past a failure; others go on meanwhile', async () => {
    const heard: string[] = []
    let failing = true
    const handle: Subscription['handle'] = async (_services, _tx, payload) => {
      if (payload === 'a1' && failing) throw new Error('busy')
      heard.push(String(payload))
    }
    const modules = [moduleOf([], [{ topic: 'test', handle }])]
    await t.services.database.transaction(SYSTEM, async (tx) => {
      await publish(tx, 'test', 'a1', 'a')
      await publish(tx, 'test', 'a2', 'a')
      await publish(tx, 'test', 'b1', 'b')
    })
    await t.db.asOwner('update platform.outbox set attempts = 6')
    await expect(drain(t.services, modules)).rejects.toThrow('busy')
    await drain(t.services, modules)
    expect(heard).toEqual(['b1'])
    failing = false
    await advance(64_001)
    await drain(t.services, modules)
    expect(heard).toEqual(['b1', 'a1', 'a2'])
  })

  test('nothing is published by a transaction that rolls back', async () => {
    const work = t.services.database.transaction(SYSTEM, async (tx) => {
      await publish(tx, 'test', {})
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await t.db.asOwner('select from platform.outbox')).toEqual([])
  })

  test('the program role sees messages and jobs only in the system scope', async () => {
    await t.services.database.transaction(SYSTEM, (tx) => publish(tx, 'test', {}))
    expect(await t.db.asProgram('select from platform.outbox')).toEqual([])
    const seen = await t.services.database.query({ name: 'see', text: 'select id from platform.outbox' }, [])
    expect(seen).toHaveLength(1)
  })
})

test('the running worker is woken by a notice, by a due time and by a clock advance; periodic work repeats', async () => {
  const clock = await startClock(t.db.database)
  const ran: string[] = []
  const worker_services = { ...t.services, clock }
  const modules = [
    moduleOf(
      [
        { kind: 'test', run: async (_services, _tx, job) => void ran.push(job.subject_id) },
        { kind: 'beat', every_ms: 60_000, run: async () => void ran.push('beat') },
      ],
      [{ topic: 'test', handle: async (_services, _tx, payload) => void ran.push(String(payload)) }],
    ),
  ]
  const stop = await startWorker(worker_services, modules, clock)
  await expect.poll(() => ran).toEqual(['beat'])
  await t.services.database.transaction(SYSTEM, (tx) => publish(tx, 'test', 'message'))
  await expect.poll(() => ran).toEqual(['beat', 'message'])
  await put('soon', later(300))
  await put('tomorrow', later(86_400_000))
  await expect.poll(() => ran).toEqual(['beat', 'message', 'soon'])
  await advance(86_400_001)
  await expect.poll(() => ran.length).toBeGreaterThanOrEqual(5)
  expect(ran.slice(3).sort()).toEqual(['beat', 'tomorrow'])
  await stop()
  await clock.stop()
})
