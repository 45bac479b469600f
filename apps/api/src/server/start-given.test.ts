import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { register } from '@adtally/contract/identity/registration.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { connect, createPool, onConnection } from '../database/connection.ts'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { prepareGiven } from '../database/setup/roles.ts'
import { fakePostgres } from '../testing/servers/fake-postgres.ts'
import { urlOf } from '../testing/servers/own-server.ts'
import { StartedPrograms } from '../testing/servers/started-program.ts'
import { fileFolder } from '../testing/servers/test-folder.ts'
import { testSettings } from '../testing/servers/test-services.ts'
import { registrationForm } from '../testing/worlds/build-customer.ts'

const run = promisify(execFile)
const OPERATOR = fileURLToPath(new URL('../operator.ts', import.meta.url))
const SECRET = 'a secret of somebody who has a server of their own'
const folder = fileFolder()
const programs = new StartedPrograms(join(folder, 'data'))
const embedded = { superuser_password: 'word', durable: false, onEvent: () => {} }
const server = await startEmbeddedPostgres({ data_dir: folder, ...embedded })
const asSuperuser = createPool(server.superuser, { max: 1, scope: 'unset' })
afterEach(async () => {
  await programs.end()
  for (const name of ['adtally', 'other'])
    await asSuperuser.query(`drop database if exists ${name} with (force)`)
  for (const { rolname } of await roles()) await asSuperuser.query(`drop role ${rolname}`)
})
afterAll(async () => {
  await asSuperuser.end()
  await server.stop({ end: true })
})

const urlAs = (user: string) => urlOf({ ...server.superuser, user, password: 'word', database: 'adtally' })

/** Prepares the database `adtally` as a start does before it migrates, as this role. */
async function prepareAs(user: string) {
  const DATABASE_URL = urlAs(user)
  return await prepareGiven(DATABASE_URL, testSettings({ DATABASE_URL, SECRET }))
}

/** Roles that are not the server's own. */
async function roles() {
  const { rows } = await asSuperuser.query<{ rolname: string; rolsuper: boolean; rolcanlogin: boolean }>(
    "select rolname, rolsuper, rolcanlogin from pg_roles where rolname !~ '^(pg_|postgres$)' order by 1 desc",
  )
  return rows
}

/** Tables and schemas of a database that are not PostgreSQL's own. */
async function contents(database = 'adtally'): Promise<string[]> {
  const { rows } = await onConnection(connect({ ...server.superuser, database }), (client) =>
    client.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema$|public$)'
       union all select relname from pg_class where relnamespace = 'public'::regnamespace`,
    ),
  )
  return rows.map(({ name }) => name)
}

/** Runs a line of the operator's command line. */
async function operate(DATABASE_URL: string, line: string, variables: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, DATABASE_URL, SECRET, DATA_DIR: join(folder, 'data'), ...variables }
  const { stdout } = await run(process.execPath, [OPERATOR, ...line.split(' ')], { env })
  return JSON.parse(stdout)
}

async function call(url: string, path: string, init: RequestInit = {}) {
  const reply = await fetch(`${url}/facebook-business${path}`, init)
  return await reply.json()
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const refused = (sentence: RegExp) => ({
  code: 1,
  said: expect.stringMatching(new RegExp(`^[^\\n]*${sentence.source}[^\\n]*\\n$`)),
})

describe('on an empty server of one’s own', () => {
  test('from no rights to the first sign-in, with the two that README names and nothing half done before', async () => {
    await asSuperuser.query("create role adtally login password 'word'")
    await asSuperuser.query('create database adtally')
    const DATABASE_URL = urlAs('adtally')
    const start = { DATABASE_URL, SECRET }
    expect(await programs.refusal(start)).toEqual(
      refused(
        /role adtally of DATABASE_URL does not own the database adtally, .* `alter database adtally owner to adtally`/,
      ),
    )
    await asSuperuser.query('alter database adtally owner to adtally')
    expect(await programs.refusal(start)).toEqual(
      refused(/role adtally of DATABASE_URL may not create roles, .* `alter role adtally createrole`/),
    )
    expect([(await roles()).length, await contents()]).toEqual([1, []])

    await asSuperuser.query('alter role adtally createrole')
    const { url, printed } = await programs.start(start)
    expect(printed).toMatch(
      /^ +\d+ s {2}connecting to PostgreSQL\n +\d+ s {2}making the tables\nready \S+\n$/,
    )
    const passwords = {
      OPERATOR_FIRST_PASSWORD: 'a long enough password',
      OPERATOR_SECOND_PASSWORD: 'another long one',
    }
    const staff = await operate(DATABASE_URL, 'init --first-username ann --second-username bob', passwords)
    expect(staff).toMatchObject([{ username: 'ann' }, { username: 'bob' }])
    // The document is a file of this machine; any that lies here will do.
    const code = `issue-code --as ann --person-name Somebody --document-hash ${fileURLToPath(import.meta.url)}`
    const { licence_code } = await operate(DATABASE_URL, code, {
      OPERATOR_PASSWORD: 'a long enough password',
    })
    const form = registrationForm(licence_code)
    expect(await call(url, register.path, json(form))).toMatchObject({ code: 200 })
    const { username, password } = form
    const { data } = await call(url, login.path, json({ username, password }))
    const info = await call(url, userInfoCall.path, { headers: { 'x-ct': data.token } })
    expect(info).toMatchObject({ code: 200, data: { username } })

    // A start creates roles without a login and one login per process role, none of them a superuser.
    const made = (rolname: string | RegExp, rolcanlogin: boolean) => ({
      rolname: expect.stringMatching(rolname),
      rolsuper: false,
      rolcanlogin,
    })
    expect(await roles()).toEqual([
      ...['worker', 'sandbox', 'program', 'office', 'delivery', 'api'].flatMap((role) => [
        ...(role === 'program' ? [] : [made(new RegExp(`^adtally_${role}_[0-9a-f]{12}$`), true)]),
        made(new RegExp(`^adtally_${role}$`), false),
      ]),
      made(/^adtally$/, true),
    ])
    await asSuperuser.query("create role other login createrole password 'word'")
    await asSuperuser.query('grant connect on database adtally to other')
    await expect(prepareAs('other')).rejects.toThrow(
      /belongs to the role adtally, and other is none of its members; set DATABASE_URL to log in as adtally\.$/,
    )
  })

  test('a login beside another database’s needs leave to grant what the first one made', async () => {
    await asSuperuser.query("create role adtally login createrole password 'word'")
    await asSuperuser.query('create database adtally owner adtally')
    await asSuperuser.query('create role adtally_program nologin')
    await asSuperuser.query('create role adtally_worker nologin')
    const prepare = () => prepareAs('adtally')
    await expect(prepare()).rejects.toThrow(
      /may not grant adtally_program, adtally_worker, .* `grant adtally_program, adtally_worker to adtally with admin option`/,
    )
    expect((await roles()).length).toBe(3)
    await asSuperuser.query('grant adtally_program, adtally_worker to adtally with admin option')
    await prepare()
    expect((await roles()).length).toBe(12)
  })

  test('npm start on an older one ends with code 1 and that sentence', async () => {
    const fake = await fakePostgres({
      'show server_version': { server_version: '15.18 (Debian 15.18-0+deb12u1)' },
    })
    expect(await programs.refusal({ DATABASE_URL: fake.url, SECRET })).toEqual(
      refused(
        /This program needs PostgreSQL 18 or newer, and the server at 127\.0\.0\.1:\d+ says that it is 15\.18;/,
      ),
    )
    expect(fake.asked).toEqual(['show server_version'])
    await fake.close()
  })

  test('a real standby is refused, and nothing is tried on it', async () => {
    const data_dir = join(folder, 'standby')
    const options = { data_dir, ...embedded }
    await (await startEmbeddedPostgres(options)).stop({ end: true })
    writeFileSync(join(data_dir, 'postgres', 'cluster', 'standby.signal'), '')
    const standby = await startEmbeddedPostgres(options)
    try {
      const DATABASE_URL = urlOf(standby.superuser)
      const settings = testSettings({ DATABASE_URL, SECRET })
      await expect(prepareGiven(DATABASE_URL, settings)).rejects.toThrow(
        /is a standby, which nothing can be written to; set DATABASE_URL to the primary's address\.$/,
      )
    } finally {
      await standby.stop({ end: true })
    }
  })
})
