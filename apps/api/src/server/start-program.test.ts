import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { connect, onConnection } from '../database/connection.ts'
import { runningPostmaster } from '../database/embedded/postmaster.ts'
import { portOf } from '../lib/addresses/port-of.ts'
import { TEST_MASTER_SECRET } from '../testing/servers/cluster.ts'
import { LIVE } from '../testing/servers/live-settings.ts'
import { urlOf } from '../testing/servers/own-server.ts'
import { refusedStart } from '../testing/servers/refused-start.ts'
import { endProgram, StartedPrograms } from '../testing/servers/started-program.ts'
import { testDatabase } from '../testing/servers/test-database.ts'
import { fileFolder } from '../testing/servers/test-folder.ts'

const folder = fileFolder()
const programs = new StartedPrograms(join(folder, 'data'))

afterEach(() => programs.end())

const start = (variables: Record<string, string> = {}) => programs.start(variables)
const refusal = (variables: Record<string, string>) => programs.refusal(variables)

const status = async (url: string) => (await fetch(`${url}/readyz`).catch(() => null))?.status ?? 0
const postmaster = () => runningPostmaster(join(folder, 'data', 'postgres', 'cluster'))

function killPostgres(): void {
  const pid = postmaster()
  if (pid === null) throw new Error('PostgreSQL does not run')
  process.kill(pid, 'SIGKILL')
}

describe('on an embedded PostgreSQL', () => {
  test('killed, both of them or one alone, it goes on where it was; a second program on its data is refused', async () => {
    const first = await start()
    const DATA_DIR = join(folder, 'data')
    expect(await refusedStart({ DATA_DIR })).toMatch(/^Another program is running on .*\.$/)
    expect(await status(first.url)).toBe(200)

    const killed = postmaster()
    killPostgres()
    const seen = new Set<number>()
    // A killed server's last processes may still answer briefly, so wait for the new server.
    const hasNewServer = async () => {
      const answered = await status(first.url)
      seen.add(answered)
      return answered === 200 && postmaster() !== killed && postmaster() !== null
    }
    await expect.poll(hasNewServer, { interval: 10 }).toBe(true)
    expect([...seen].filter((answered) => answered !== 200 && answered !== 503)).toEqual([])

    const left_behind = postmaster()
    await endProgram(first.child, 'SIGKILL')
    expect(postmaster()).toBe(left_behind)
    const second = await start()
    expect(await status(second.url)).toBe(200)
    expect(postmaster(), 'adopted').toBe(left_behind)

    killPostgres()
    await endProgram(second.child, 'SIGKILL')
    const pid_file = join(DATA_DIR, 'postgres', 'cluster', 'postmaster.pid')
    if (existsSync(pid_file)) {
      const lines = readFileSync(pid_file, 'utf8').split('\n')
      writeFileSync(pid_file, [String(process.pid), ...lines.slice(1)].join('\n'))
    }
    const third = await start()
    expect(await status(third.url), 'a pid file that names another process').toBe(200)
    await endProgram(third.child, 'SIGTERM')
    expect([third.child.exitCode, postmaster()]).toEqual([0, null])
  })

  test('the secret lies in the data folder for its owner alone, and another is refused by one sentence', async () => {
    const data_dir = join(folder, 'data')
    const { child } = await start()
    await endProgram(child, 'SIGINT')
    expect(child.exitCode).toBe(0)
    expect(JSON.parse(readFileSync(join(data_dir, 'secrets.json'), 'utf8')).master).toMatch(/^[\w-]{43}$/)
    expect(statSync(join(data_dir, 'secrets.json')).mode & 0o777).toBe(0o600)
    const SECRET = 'quite another secret, of more than 32 characters'
    expect(await refusedStart({ DATA_DIR: data_dir, SECRET })).toMatch(/^[^\n]*another secret[^\n]*$/)
  })
})

test('a folder that only its owner may enter holds a program too', async () => {
  const locked = join(folder, 'private')
  mkdirSync(locked, { mode: 0o700 })
  const { child, url } = await start({ DATA_DIR: join(locked, 'data') })
  expect(await status(url)).toBe(200)
  await endProgram(child, 'SIGINT')
  const pointer = join(locked, 'data', 'postgres-location')
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true })
})

test('several programs share a database of one’s own, created by the first', async () => {
  const { superuser } = inject('cluster')
  const name = `shared_${process.pid}`
  await onConnection(connect(superuser), async (client) => {
    await client.query(`create database ${name}`)
    const DATABASE_URL = urlOf({ ...superuser, database: name })
    const programs = await Promise.all(
      ['a', 'b', 'c'].map((folder_name) =>
        start({ DATABASE_URL, SECRET: TEST_MASTER_SECRET, DATA_DIR: join(folder, folder_name) }),
      ),
    )
    for (const { url } of programs) expect(await status(url)).toBe(200)
    for (const { child } of programs) await endProgram(child, 'SIGTERM')
    await client.query(`drop database ${name} with (force)`)
  })
})

describe('what it can’t start on is one sentence and exit code 1', () => {
  const DATA_DIR = join(folder, 'data')
  const oneSentence = (pattern: RegExp) => new RegExp(`^[^\\n]*${pattern.source}[^\\n]*$`)

  test.each<[string, Record<string, string>, RegExp]>([
    ['a bad port', { PORT: '70000' }, /PORT should be a port number/],
    ['an unknown role', { ROLES: 'api,cook' }, /ROLES should be/],
    ['a base path without a slash', { BASE_PATH: 'x' }, /BASE_PATH should be/],
    ['a short secret', { SECRET: 'short' }, /SECRET should be .* what is set is not/],
    ['a file as folder', { DATA_DIR: join(folder, 'owner.pid') }, /data folder .* can't be used/],
    ['a folder that nobody can make', { DATA_DIR: '/proc/adtally' }, /data folder .* can't be used/],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
      /database at 127.0.0.1:1/,
    ],
    [
      'a database port that is none',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:99999/c' },
      /DATABASE_URL can't/,
    ],
    ['a database address that is none', { DATABASE_URL: 'postgresql://%' }, /DATABASE_URL can't be used/],
    [
      'a certificate of the database that is not there',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1/c?sslmode=verify-full&sslrootcert=/nonexistent' },
      /DATABASE_URL can't be used/,
    ],
    ['a currency that there is none of', { CURRENCY: 'ZZZ' }, /CURRENCY should be/],
    ['live without what live needs', { LEDGER_MODE: 'live' }, /live ledger needs .*SECRET/],
  ])('%s', async (_name, variables, sentence) => {
    expect(await refusedStart({ DATA_DIR, ...variables })).toMatch(oneSentence(sentence))
  })

  test('a port in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const PORT = String(portOf(holder))
    expect(await refusal({ PORT })).toEqual({
      code: 1,
      said: expect.stringMatching(/^[^\n]*Port \d+ of 127.0.0.1 is in use[^\n]*\n$/),
    })
    holder.close()
  })

  test('a database of another secret, and a certificate that can’t be used', async () => {
    const db = await testDatabase()
    try {
      const DATABASE_URL = urlOf(db.owner)
      const SECRET = 'quite another secret, of more than 32 characters'
      expect(await refusedStart({ DATA_DIR, DATABASE_URL, SECRET })).toMatch(
        oneSentence(/made with another secret/),
      )
      const given = { DATA_DIR, DATABASE_URL, SECRET: TEST_MASTER_SECRET }
      for (const name of ['owner.pid', 'none.p12']) {
        expect(await refusedStart({ ...given, SIGNING_CERTIFICATE: join(folder, name) })).toMatch(
          oneSentence(/SIGNING_CERTIFICATE can't be used/),
        )
      }
    } finally {
      await db.close()
    }
  })

  test('a sandbox opened as live', async () => {
    const DATABASE_URL = urlOf(inject('cluster').logins.owner)
    const live = { DATA_DIR, DATABASE_URL, SECRET: TEST_MASTER_SECRET, ...LIVE }
    expect(await refusedStart(live)).toMatch(oneSentence(/created as sandbox and can't be opened as live/))
  })
})
