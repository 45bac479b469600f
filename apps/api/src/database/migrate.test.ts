import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
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
/** What this database has, whatever the run chose to apply. */
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
    await Promise.all(Array.from({ length: 10 }, () => migrate(db.owner, 'sandbox', all)))
    expect(await applied('900-extra')).toBe(1)
    expect(await tables()).toBe(1)
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
    await expect(migrate(db.owner, 'sandbox', all)).rejects.toThrow(message)
    expect(await applied('901-bad')).toBe(0)
    expect(await tables()).toBe(1)
  })

  test('a schema that is newer than the program is refused', async () => {
    await expect(migrate(db.owner, 'sandbox', await present())).rejects.toThrow(
      /newer than this program: it has migration 900-extra/,
    )
  })

  test('a migration that was changed after it was applied is refused', async () => {
    const all = [...(await present()), migration('900-extra', 'create schema extra;')]
    await expect(migrate(db.owner, 'sandbox', all)).rejects.toThrow(/900-extra was changed/)
  })

  test('the other mode is refused', async () => {
    const all = [
      ...(await present()),
      migration('900-extra', 'create schema extra; create table extra.a (id int);'),
    ]
    await expect(migrate(db.owner, 'live', all)).rejects.toThrow(
      /created as sandbox and can't be opened as live/,
    )
  })
})
