import { afterAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/servers/test-database.ts'
import { startClock } from './time/database-clock.ts'

const db = await testDatabase()
afterAll(() => db.close())

describe('the program role', () => {
  test.each([
    'alter table platform.environment disable trigger all',
    'set session_replication_role = replica',
    "update platform.environment set mode = 'live'",
    'update platform.clock_offset set offset_ms = 5',
    'alter table platform.jobs disable row level security',
    'create table platform.mine (id int)',
    'create schema mine',
    'create table public.mine (id int)',
    'set role adtally_owner',
    'create temporary table mine (id int)',
  ])('may not: %s', async (statement) => {
    await expect(db.asProgram(statement)).rejects.toThrow(/permission denied|must be owner/)
  })
})

test('nobody can change the mode, not the owner either', async () => {
  await expect(db.asOwner("update platform.environment set mode = 'live'")).rejects.toThrow('not allowed')
  await expect(db.asOwner('delete from platform.environment')).rejects.toThrow('not allowed')
})

test('a transaction commits together, and rolls back together', async () => {
  const put = (name: string, fail: boolean) =>
    db.database.transaction({ kind: 'system' }, async (tx) => {
      const { schedule } = await import('./jobs.ts')
      await schedule(tx, { kind: 'test', subject_id: name, due_at: new Date(0) })
      if (fail) throw new Error('no')
    })
  await put('kept', false)
  await expect(put('lost', true)).rejects.toThrow('no')
  expect(await db.asOwner("select subject_id from platform.jobs where kind = 'test'")).toEqual([
    { subject_id: 'kept' },
  ])
})

test('a deadline wakes the workers where it may come before they look by themselves, and only there', async () => {
  let notices = 0
  let marks = 0
  const stops = [
    await db.database.listen(
      'platform_jobs',
      () => (notices += 1),
      () => {},
    ),
    await db.database.listen(
      'test_mark',
      () => (marks += 1),
      () => {},
    ),
  ]
  /** Sets deadlines this many seconds from now; answers how many notifications they caused, once all arrived. */
  const noticesOf = async (...in_seconds: number[]) => {
    const before = notices
    const mark = marks + 1
    const due_ats = in_seconds.map((seconds) => `platform.now() + interval '${seconds} seconds'`)
    await db.asOwner(`select platform.schedule_job('test', 'wakes', ${due_ats[0]})`)
    await db.asOwner(
      `select platform.schedule_jobs('test', array_fill('wakes'::text, array[1]), array[${due_ats.at(-1)}])`,
    )
    await db.asOwner('notify test_mark')
    await expect.poll(() => marks).toBe(mark)
    return notices - before
  }
  expect(await noticesOf(3600, 86_400)).toBe(0)
  expect(await noticesOf(-5, 31)).toBe(2)
  expect(await noticesOf(3600, 30)).toBe(1)
  for (const stop of stops) await stop()
})

test('the clock follows an advance', async () => {
  const clock = await startClock(db.database)
  const before_ms = clock.now_ms()
  await db.moveClock(86_400_000)
  await expect.poll(() => clock.now_ms() - before_ms).toBeGreaterThanOrEqual(86_400_000)
  await clock.stop()
})

describe('the clock of a live ledger', () => {
  test('can’t be moved, not by the function nor by hand', async () => {
    const live = await liveDatabase()
    try {
      await expect(live.moveClock(1000)).rejects.toThrow(/live ledger/)
      await expect(live.asProgram('update platform.clock_offset set offset_ms = 1000')).rejects.toThrow(
        'permission denied',
      )
      expect(await live.asOwner('select offset_ms from platform.clock_offset')).toEqual([{ offset_ms: 0n }])
    } finally {
      await live.close()
    }
  })

  test('control: the sandbox’s moves forward only, and keeps who moved it', async () => {
    await expect(db.moveClock(-1000)).rejects.toThrow('forward')
    await db.asOwner("select platform.move_clock(1000, 'Anne')")
    await expect(db.asProgram("select platform.move_clock(1000, 'Bob')")).rejects.toThrow('permission denied')
    const [last] = await db.asOwner(
      'select by_ms, actor from platform.clock_advances order by id desc limit 1',
    )
    expect(last).toEqual({ by_ms: 1000n, actor: 'Anne' })
    await expect(db.asOwner('delete from platform.clock_advances')).rejects.toThrow('not allowed')
  })
})

/** A live database; only the platform's own migration matters here. */
async function liveDatabase(): Promise<TestDatabase> {
  const live = await testDatabase()
  await live.asOwner('alter table platform.environment disable trigger environment_is_final')
  await live.asOwner("update platform.environment set mode = 'live'")
  await live.asOwner('alter table platform.environment enable trigger environment_is_final')
  return live
}
