import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { operate } from '../../server/operate.ts'
import { TEST_MASTER_SECRET } from '../../testing/servers/cluster.ts'
import { fakePostgres, somethingElse } from '../../testing/servers/fake-postgres.ts'
import { LIVE } from '../../testing/servers/live-settings.ts'
import { urlOf } from '../../testing/servers/own-server.ts'
import { testSettings } from '../../testing/servers/test-services.ts'
import { createPool } from '../connection.ts'
import { openDatabase } from './open-database.ts'

const { superuser } = inject('cluster')
const server = createPool(superuser, { max: 1, scope: 'unset' })
const log = pino({ level: 'silent' })
const made: string[] = []

afterEach(async () => {
  for (const name of made.splice(0)) {
    await server.query(`drop database if exists ${name} with (force)`)
    await server.query(`drop role if exists ${name}`)
  }
})
afterAll(() => server.end())

const open = (DATABASE_URL: string) => openDatabase(testSettings({ DATABASE_URL }), log)

/** An empty database and its owner of the same name, who may create roles. */
async function emptyDatabase(options = ''): Promise<{ name: string; url: string }> {
  const name = `given_${randomBytes(6).toString('hex')}`
  made.push(name)
  await server.query(`create role ${name} login createrole password 'word'`)
  await server.query(`create database ${name} owner ${name} ${options}`)
  return { name, url: urlOf({ ...superuser, user: name, password: 'word', database: name }) }
}

/** Everything that a start could change on the server. */
async function roles() {
  return (await server.query('select rolname, rolcanlogin from pg_roles order by 1')).rows
}

describe('a server of another version', () => {
  test.each([
    ['15.18 (Debian 15.18-0+deb12u1)', '15.18'],
    ['9.6.24', '9.6.24'],
    ['17.6', '17.6'],
    ['8.0.2', '8.0.2'],
    ['', 'of no version'],
  ])('%s is told in one sentence, and asked for nothing but its version', async (version, met) => {
    const fake = await fakePostgres({ 'show server_version': { server_version: version } })
    const sentence = `This program needs PostgreSQL 18 or newer, and the server at 127.0.0.1:${new URL(fake.url).port} says that it is ${met}; set DATABASE_URL to a newer one, or leave it out for the embedded one.`
    await expect(open(fake.url)).rejects.toThrow(sentence)
    expect(fake.asked).toEqual(['show server_version'])
    await fake.close()
  })

  test('the command line says the same, for the first staff and on what should run', async () => {
    const fake = await fakePostgres({ 'show server_version': { server_version: '15.18' } })
    const environment = { DATABASE_URL: fake.url, SECRET: TEST_MASTER_SECRET }
    const init = ['init', '--first-username', 'ann', '--second-username', 'bob']
    const passwords = { OPERATOR_FIRST_PASSWORD: 'long enough a', OPERATOR_SECOND_PASSWORD: 'long enough b' }
    for (const words of [init, ['list-staff', '--as', 'ann', '--password', 'long enough a']]) {
      const { error } = await operate(words, { ...environment, ...passwords })
      expect(error).toMatch(/^This program needs PostgreSQL 18 or newer, .* is 15\.18;[^\n]*$/)
    }
    expect(new Set(fake.asked)).toEqual(new Set(['show server_version']))
    await fake.close()
  })

  test.each(['18beta1', '18.1', '19devel', '20.0 (Debian 20.0-1)'])('%s is asked on', async (version) => {
    const fake = await fakePostgres({ 'show server_version': { server_version: version } })
    await expect(open(fake.url)).rejects.toThrow(/^The database at [\d.:]+ can't be used: not known\.$/)
    expect(fake.asked.length).toBe(2)
    await fake.close()
  })
})

test.each([
  [
    'a standby',
    { is_standby: 't', is_read_only: 't', encoding: 'UTF8' },
    /is a standby, which nothing can be written/,
  ],
  [
    'read-only',
    { is_standby: 'f', is_read_only: 't', encoding: 'UTF8' },
    /is read-only for the role somebody/,
  ],
])('a server that says that it is %s', async (_name, says, sentence) => {
  const fake = await fakePostgres({
    'show server_version': { server_version: '18.4' },
    'select pg_is_in_recovery()': says,
  })
  await expect(open(fake.url)).rejects.toThrow(sentence)
  expect(fake.asked.length).toBe(2)
  await fake.close()
})

describe('what is no PostgreSQL is said to be none', () => {
  test.each<[string, (socket: Socket) => void, RegExp]>([
    [
      'a web server',
      (socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      /terminated/,
    ],
    [
      'MySQL',
      (socket) => socket.write(Buffer.from('J\0\0\0\n8.0.36\0\0\0\0\0\0\0')),
      /received invalid response: 4a/,
    ],
    ['one that hangs up', (socket) => socket.end(), /terminated/],
    ['one that resets', (socket) => socket.resetAndDestroy(), /ECONNRESET/],
    ['one that stays silent', () => {}, /timeout expired/],
  ])('%s', async (_name, onConnection, why) => {
    const other = await somethingElse(onConnection)
    const refused = open(other.url)
    await expect(refused).rejects.toThrow(
      /^The database at [\d.:]+ can't be used: no PostgreSQL answers there \(.*\)\.$/,
    )
    await expect(refused).rejects.toThrow(why)
    await other.close()
  })
})

describe('on this PostgreSQL', () => {
  test('a database that is not UTF8 is refused before anything is changed', async () => {
    const before = await roles()
    const { name, url } = await emptyDatabase("encoding 'LATIN1' locale 'C' template template0")
    await expect(open(url)).rejects.toThrow(
      /encoded in LATIN1, which can't hold .*; create one with encoding 'UTF8'/,
    )
    expect((await roles()).filter(({ rolname }) => rolname !== name)).toEqual(before)
  })

  test('a database that may only be read is refused before anything is changed', async () => {
    const before = await roles()
    const { name, url } = await emptyDatabase()
    await server.query(`alter role ${name} set default_transaction_read_only = on`)
    await expect(open(url)).rejects.toThrow(
      /is read-only for the role .*; turn default_transaction_read_only off/,
    )
    expect((await roles()).filter(({ rolname }) => rolname !== name)).toEqual(before)
  })

  test('the command line on a database with nothing in it says what to start', async () => {
    const { url } = await emptyDatabase()
    const environment = { DATABASE_URL: url, SECRET: TEST_MASTER_SECRET }
    const { error } = await operate(['list-staff', '--as', 'ann', '--password', 'x'], environment)
    expect(error).toMatch(
      /^No Adtally is in the database .* yet: start it by `npm start` with this DATABASE_URL\.$/,
    )
  })

  test.each([
    ['sandbox', true],
    ['live', false],
  ] as const)('a ledger that is %s has a login of the sandbox: %s', async (LEDGER_MODE, has_login) => {
    const { name } = await emptyDatabase()
    const DATABASE_URL = urlOf({ ...superuser, database: name })
    const SECRET = `${LEDGER_MODE} 7f2c9e81d4ab6350 of a ledger of its own`
    const settings = testSettings({ DATABASE_URL, SECRET, ...(LEDGER_MODE === 'live' && LIVE) })
    const opened = await openDatabase(settings, log)
    const { sandbox, worker } = opened.logins
    const can_log_in = async (user: string) =>
      (await roles()).some(({ rolname, rolcanlogin }) => rolname === user && rolcanlogin)
    expect([await can_log_in(worker.user), await can_log_in(sandbox.user)]).toEqual([true, has_login])
    const moved = opened.databases.sandbox.transaction({ kind: 'system' }, (tx) =>
      sql`select sandbox.step_clock(1)`.execute(tx),
    )
    if (has_login) await moved
    else await expect(moved).rejects.toThrow()
    await opened.close()
    await server.query(`drop database ${name} with (force)`)
    const own = Object.values(opened.logins).filter((login) => /_[0-9a-f]{12}$/.test(login.user))
    for (const login of own) await server.query(`drop role if exists ${login.user}`)
  })
})
