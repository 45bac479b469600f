import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { connect } from '../../../apps/api/src/database/connection.ts'
import { StartedPrograms } from '../../../apps/api/src/testing/servers/started-program.ts'
import { installPackages } from '../../../tidy/run/install-packages.ts'
import { type InstalledPostgres, olderThan, startInstalled } from '../../support/machines/old-postgres.ts'
import type { Gate } from '../gate.ts'

const NEEDED = 18
/** A package of today's Debian that is too old. */
const PACKAGE = 'postgresql-15'
const SECRET = 'a secret of somebody whose server is too old'
const SENTENCE =
  /^This program needs PostgreSQL 18 or newer, and the server at [^\n]+ says that it is (\d[\d.]*);[^\n]*\n$/

/** Everything that a start could leave on the server, and the next transaction id, which any write increments. */
const DIGEST = `select md5(concat_ws(E'\\n',
  pg_snapshot_xmax(pg_current_snapshot()),
  (select string_agg(t::text, ' ' order by oid) from pg_authid t),
  (select string_agg(t::text, ' ' order by roleid, member) from pg_auth_members t),
  (select string_agg(t::text, ' ' order by oid) from pg_database t),
  (select string_agg(t::text, ' ' order by oid) from pg_namespace t),
  (select string_agg(t::text, ' ' order by oid) from pg_class t),
  (select string_agg(t::text, ' ' order by oid) from pg_proc t),
  (select string_agg(t::text, ' ' order by oid) from pg_default_acl t))) as digest`

/** On a PostgreSQL that is too old, start and command line say so in one sentence and change nothing. */
export const gate: Gate = {
  name: 'a PostgreSQL that is too old',
  timing: false,
  async run({ scratch, root }) {
    if (olderThan(NEEDED) === null) await installPackages([PACKAGE])
    const bin = olderThan(NEEDED)
    if (bin === null)
      return {
        passed: false,
        figure: `there is no PostgreSQL older than ${NEEDED} under /usr/lib/postgresql; install one, by \`apt-get install ${PACKAGE}\``,
      }
    const server = await startInstalled(bin, scratch)
    try {
      return await prove(server, scratch, root)
    } finally {
      await server.stop()
    }
  },
}

async function prove({ superuser }: InstalledPostgres, scratch: string, root: string) {
  const client = await connect(superuser)
  await client.query('create role adtally login createrole')
  await client.query('create database adtally owner adtally')
  await client.end()
  const DATABASE_URL = `postgres://adtally@localhost/adtally?host=${superuser.host}`
  const inside = await connect({ ...superuser, database: 'adtally' })
  const digest = async () => (await inside.query<{ digest: string }>(DIGEST)).rows[0]?.digest
  const programs = new StartedPrograms(join(scratch, 'data'))
  try {
    const before = await digest()
    const start = await programs.refusal({ DATABASE_URL, SECRET })
    const init = type(
      root,
      { DATABASE_URL, SECRET },
      'init',
      '--first-username',
      'ann',
      '--second-username',
      'bob',
    )
    const verb = type(
      root,
      { DATABASE_URL, SECRET },
      'list-staff',
      '--as',
      'ann',
      '--password',
      'long enough',
    )
    const after = await digest()
    // Control: the digest notices this.
    await inside.query('create role noticed')
    const control = await digest()
    const wrong = [start, init, verb].filter(({ code, said }) => code !== 1 || !SENTENCE.test(said))
    const version = SENTENCE.exec(start.said)?.[1]
    if (wrong.length > 0) return { passed: false, figure: `not refused so: ${JSON.stringify(wrong)}` }
    if (before !== after)
      return { passed: false, figure: `${version} was refused, and something changed there` }
    if (control === after) return { passed: false, figure: 'the digest does not tell a change' }
    return {
      passed: true,
      figure: `${version} refused by npm start and the command line, nothing changed there`,
    }
  } finally {
    await programs.end()
    await inside.end()
  }
}

/** Runs a line of the operator's command line. */
function type(root: string, settings: Readonly<Record<string, string>>, ...words: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'apps/api/src/operator.ts'), ...words], {
    env: {
      PATH: process.env.PATH,
      ...settings,
      OPERATOR_FIRST_PASSWORD: 'a long enough password',
      OPERATOR_SECOND_PASSWORD: 'another long enough one',
    },
    encoding: 'utf8',
  })
  return { code: status, said: stderr }
}
