import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { TEST_MADE_WITH } from '../../testing/servers/cluster.ts'
import { testDatabase } from '../../testing/servers/test-database.ts'
import { connect } from '../connection.ts'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'

const db = await testDatabase()
afterAll(() => db.close())

const migration = (name: string, up: string, checks: Partial<Migration> = {}): Migration => ({
  name,
  up,
  check_before: null,
  check_after: null,
  checksum: createHash('sha256').update(up).digest('hex'),
  ...checks,
})
const applied = async (name: string) =>
  (await db.asOwner('select from platform.migrations where name = $1', [name])).length
/** This database's migrations, whatever the run chose to apply. */
async function present(): Promise<Migration[]> {
  const rows = await db.asOwner<{ name: string }>('select name from platform.migrations')
  const names = new Set(rows.map(({ name }) => name))
  return readMigrations().filter(({ name }) => names.has(name))
}
const tables = async () => (await db.asOwner("select from pg_tables where schemaname = 'extra'")).length

describe('migrations', () => {
  test('ten processes at once apply each one once', async () => {
    const all = [
      ...(await present()),
      migration('900-extra', 'create schema extra; create table extra.a (id int);'),
    ]
    await Promise.all(
      Array.from({ length: 10 }, () => migrate(db.logins, TEST_MADE_WITH, { migrations: all })),
    )
    expect(await applied('900-extra')).toBe(1)
    expect(await tables()).toBe(1)
  })

  test('a process waits for another’s migrations longer than for any other lock', async () => {
    const other = await connect(db.owner)
    const key = 7_246_110_315_502_001n
    await other.query('select pg_advisory_lock($1)', [key])
    await other.query('begin; lock table platform.environment in access exclusive mode')
    const all = [
      ...(await present()),
      migration('900-extra', 'create schema extra; create table extra.a (id int);'),
    ]
    const more = migration('902-later', 'create table extra.later (id int);')
    let ended = false
    const owner = { ...db.owner, lock_timeout_ms: 300 }
    const waiting = migrate({ ...db.logins, owner }, TEST_MADE_WITH, { migrations: [...all, more] }).finally(
      () => {
        ended = true
      },
    )
    const hasWaited = async () => {
      const rows = await db.asOwner(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
          and clock_timestamp() - query_start > interval '1 second'`,
      )
      return ended || rows.length > 0
    }
    await expect.poll(hasWaited).toBe(true)
    await other.end()
    await waiting
    expect(await applied('902-later')).toBe(1)
    await db.asOwner("delete from platform.migrations where name = '902-later'")
    await db.asOwner('drop table extra.later')
  })

  test.each([
    [
      'a failing statement',
      migration('901-bad', 'create table extra.b (id int); select 1/0;'),
      /division by zero/,
    ],
    [
      'a name that is not written in full',
      migration('901-bad', 'create table b (id int);'),
      /no schema has been selected/,
    ],
    [
      'a check before',
      migration('901-bad', 'create table extra.b ();', { check_before: "select 'odd' as problem" }),
      /odd/,
    ],
    [
      'a check after',
      migration('901-bad', 'create table extra.b ();', { check_after: "select 'odd' as problem" }),
      /odd/,
    ],
  ])('%s undoes all of it', async (_name, bad, message) => {
    const all = [
      ...(await present()),
      migration('900-extra', 'create schema extra; create table extra.a (id int);'),
      bad,
    ]
    await expect(migrate(db.logins, TEST_MADE_WITH, { migrations: all })).rejects.toThrow(message)
    expect(await applied('901-bad')).toBe(0)
    expect(await tables()).toBe(1)
  })

  test('a schema that is newer than the program is refused', async () => {
    await expect(migrate(db.logins, TEST_MADE_WITH, { migrations: await present() })).rejects.toThrow(
      /newer than this program: it has migration 900-extra/,
    )
  })

  test('a migration that was changed after it was applied is refused', async () => {
    const all = [...(await present()), migration('900-extra', 'create schema extra;')]
    await expect(migrate(db.logins, TEST_MADE_WITH, { migrations: all })).rejects.toThrow(
      /900-extra was changed/,
    )
  })

  test('the other mode is refused', async () => {
    const all = [
      ...(await present()),
      migration('900-extra', 'create schema extra; create table extra.a (id int);'),
    ]
    await expect(
      migrate(db.logins, { ...TEST_MADE_WITH, mode: 'live' }, { migrations: all }),
    ).rejects.toThrow(/created as sandbox and can't be opened as live/)
  })
})
