import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { DAY_MS } from '../../lib/time-zones.ts'
import type { Settings } from '../../settings.ts'
import { TEMPLATE, TEST_MASTER_SECRET } from '../../testing/servers/cluster.ts'
import { urlOf } from '../../testing/servers/own-server.ts'
import { testSettings } from '../../testing/servers/test-services.ts'
import { type Connection, connect, createPool, onConnection } from '../connection.ts'
import { startClock } from '../time/database-clock.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { PROCESS_ROLES } from './process-roles.ts'
import { givenLogins } from './roles.ts'
import { openRunningDatabase } from './running-database.ts'

const { superuser } = inject('cluster')
const log = pino({ level: 'silent' })
const server = createPool(superuser, { max: 1, scope: 'unset' })
const made: string[] = []
const opened: OpenDatabase[] = []
const secrets = { first: random(), second: random() }

function random(): string {
  return randomBytes(24).toString('base64url')
}

/** Creates a database on the shared server. */
async function database(from = 'template1'): Promise<string> {
  const name = `made_${randomBytes(6).toString('hex')}`
  await server.query(`create database ${name} template ${from}`)
  made.push(name)
  return name
}

function settingsOf(name: string, secret: string, more: Record<string, string> = {}): Settings {
  return testSettings({ DATABASE_URL: urlOf({ ...superuser, database: name }), SECRET: secret, ...more })
}

async function open(name: string, secret: string, more: Record<string, string> = {}): Promise<OpenDatabase> {
  const one = await openDatabase(settingsOf(name, secret, more), log)
  opened.push(one)
  return one
}

/** Everything that a start could change on the server. */
async function roles() {
  const { rows } = await server.query('select rolname, rolcanlogin, rolpassword from pg_authid order by 1')
  return rows
}

async function inDatabase(name: string, text: string): Promise<Record<string, unknown>[]> {
  const ask = async (client: Client) => (await client.query<Record<string, unknown>>(text)).rows
  return await onConnection(connect({ ...superuser, database: name }), ask)
}

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  for (const name of made.splice(0)) await server.query(`drop database ${name} with (force)`)
})
afterAll(async () => {
  for (const secret of Object.values(secrets)) {
    const logins = givenLogins(superuser, settingsOf('none', secret).secret)
    for (const { user } of Object.values(logins)) await server.query(`drop role if exists ${user}`)
  }
  await server.end()
})

describe('on a server of one’s own', () => {
  test('a start with another secret is refused before it changes anything, and who runs goes on', async () => {
    const name = await database()
    const running = await open(name, secrets.first)
    const before = await roles()
    await expect(open(name, secrets.second)).rejects.toThrow(
      /made with another secret; restore its secrets.json/,
    )
    expect(await roles()).toEqual(before)
    await running.databases.api.reach()
    await expect(openRunningDatabase(settingsOf(name, secrets.second))).rejects.toThrow(/another secret/)
    const asked = await openRunningDatabase(settingsOf(name, secrets.first))
    await asked.office.reach()
    await asked.close()
  })

  test('two databases of two secrets have logins of their own, which enter no other', async () => {
    const [first, second] = [await database(), await database()]
    const running = await open(first, secrets.first)
    const other = await open(second, secrets.second)
    await running.databases.api.reach()
    await other.databases.api.reach()
    for (const role of PROCESS_ROLES) {
      const own = running.logins[role]
      expect(own.user).not.toBe(other.logins[role].user)
      const stray: Connection = { ...own, database: second }
      await expect(connect(stray)).rejects.toThrow(/permission denied for database/)
    }
    await expect(openRunningDatabase(settingsOf(second, secrets.first))).rejects.toThrow(/another secret/)
  })

  test('the currency of the first start is the ledger’s for good', async () => {
    const name = await database()
    await open(name, secrets.first, { CURRENCY: 'EUR' })
    const in_dollars = /ledger is in EUR and can't be opened in USD; set CURRENCY=EUR/
    await expect(open(name, secrets.first)).rejects.toThrow(in_dollars)
    await expect(openRunningDatabase(settingsOf(name, secrets.first))).rejects.toThrow(in_dollars)
    await open(name, secrets.first, { CURRENCY: 'EUR' })
  })
})

test('a sandbox’s clock may begin in the past, and then goes forward only; a second start moves nothing [proof 420]', async () => {
  const name = await database()
  const settings = settingsOf(name, secrets.first)
  const began = await openDatabase(settings, log, { clock_begins_ago_ms: 7 * DAY_MS })
  opened.push(began, await openDatabase(settings, log, { clock_begins_ago_ms: 99 * DAY_MS }))
  const offset = 'select offset_ms from platform.clock_offset'
  expect(await inDatabase(name, offset)).toEqual([{ offset_ms: BigInt(-7 * DAY_MS) }])
  const clock = await startClock(began.databases.api)
  expect(Math.abs(clock.now_ms() + 7 * DAY_MS - Date.now())).toBeLessThan(DAY_MS)
  await clock.stop()
  await inDatabase(name, `select platform.move_clock(${DAY_MS}, 'test')`)
  expect(await inDatabase(name, offset)).toEqual([{ offset_ms: BigInt(-6 * DAY_MS) }])
  await expect(inDatabase(name, `select platform.move_clock(${-DAY_MS}, 'test')`)).rejects.toThrow('forward')
  for (const role of PROCESS_ROLES) {
    const move = { name: 'move', text: 'update platform.clock_offset set offset_ms = 0' }
    await expect(began.databases[role].query(move, []), role).rejects.toThrow(/permission denied/)
  }
})

test('a live ledger’s clock is the database’s, whatever is asked for', async () => {
  const name = await database()
  const live = { ...settingsOf(name, secrets.second), ledger_mode: 'live' as const }
  opened.push(await openDatabase(live, log, { clock_begins_ago_ms: DAY_MS }))
  expect(await inDatabase(name, 'select offset_ms from platform.clock_offset')).toEqual([{ offset_ms: 0n }])
})

test('a database of the time before the first release is refused, and nothing is changed', async () => {
  const name = await database(TEMPLATE)
  await inDatabase(name, 'drop table platform.routines')
  const before = await roles()
  await expect(open(name, TEST_MASTER_SECRET)).rejects.toThrow(
    /was made by a version from before the first release, .*; use another database/,
  )
  expect(await roles()).toEqual(before)
  expect(await inDatabase(name, "select to_regclass('platform.routines') as found")).toEqual([
    { found: null },
  ])
})
