import { randomBytes } from 'node:crypto'
import type { Client, QueryResultRow } from 'pg'
import { inject } from 'vitest'
import { type Connection, connect, createPool, onConnection } from '../../database/connection.ts'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { type ProcessDatabases, processDatabases } from '../../database/setup/process-databases.ts'
import { eachRole, PROCESS_ROLES } from '../../database/setup/process-roles.ts'
import type { Logins } from '../../database/setup/roles.ts'
import { TEMPLATE } from './cluster.ts'

/** A test file's own database, with every migration applied. */
export interface TestDatabase {
  name: string
  /** Connected as a member of every process role, which no program is: for acts that a test calls directly. */
  database: PostgresDatabase
  /** Connected as each process role alone. */
  databases: ProcessDatabases
  logins: Logins
  owner: Connection
  /** The login of `database`. */
  program: Connection
  /** Runs a statement as the schema's owner, past row-level security: to plant faults and to look. */
  asOwner<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Runs a statement as a member of every process role with no scope set: to see what none of them may do. */
  asProgram<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Moves the sandbox's clock forward without an act of staff. */
  moveClock(by_ms: number): Promise<void>
  /** Closes every connection and leaves the database. */
  leave(): Promise<void>
  /** Closes every connection and drops the database. */
  close(): Promise<void>
}

/**
 * Clones the template, or one that `keptTemplate` names. Await it at a file's top and `close` it in `afterAll`; only in
 * vitest's `api` project.
 */
export async function testDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const entering = [cluster.program, ...PROCESS_ROLES.map((role) => cluster.logins[role])]
  const name = `test_${randomBytes(8).toString('hex')}`
  await asSuperuser(
    cluster.superuser,
    // Copied as files: the default, page by page through the log, took at least twice as long.
    `create database ${name} template ${template} owner adtally_owner strategy file_copy`,
    // A clone has everything of its template except grants on the database itself.
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${entering.map(({ user }) => user).join(', ')}`,
  )
  const owner = { ...cluster.logins.owner, database: name }
  const logins = { owner, ...eachRole((role) => ({ ...cluster.logins[role], database: name })) }
  const program = { ...cluster.program, database: name }
  const owners = createPool(owner, { max: 2, scope: 'unset' })
  const programs = createPool(program, { max: 2, scope: 'unset' })
  const database = new PostgresDatabase(program)
  const databases = processDatabases(logins)
  const leave = async () => {
    await Promise.all([database.close(), databases.close(), owners.end(), programs.end()])
  }
  return {
    name,
    database,
    databases,
    logins,
    owner,
    program,
    asOwner: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owners.query<Row>(text, values)).rows,
    asProgram: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      (await programs.query<Row>(text, values)).rows,
    async moveClock(by_ms) {
      await owners.query("select platform.move_clock($1, 'test')", [by_ms])
    },
    leave,
    async close() {
      await leave()
      await asSuperuser(cluster.superuser, `drop database ${name} with (force)`)
    },
  }
}

/** A template beside the migrated one, for what many tests begin with; `fill` fills a clone of `of`, by default of that. */
export interface KeptTemplate {
  name: string
  of?: string
  fill(db: TestDatabase): Promise<void>
}

/** A kept template's name, made by the first worker of a run that asks for it. Others wait. */
export async function keptTemplate(template: KeptTemplate): Promise<string> {
  const { superuser } = inject('cluster')
  const { name } = template
  const key = `${superuser.host} ${name}`
  const made = kept.get(key) ?? onConnection(connect(superuser), (client) => keepTemplate(client, template))
  kept.set(key, made)
  await made
  return name
}

/** What this worker knows to be there. */
const kept = new Map<string, Promise<void>>()

async function keepTemplate(client: Client, { name, of, fill }: KeptTemplate): Promise<void> {
  // Freed as the connection ends.
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount !== 0) return
  const db = await testDatabase(of)
  await fill(db).finally(db.leave)
  await client.query(`alter database ${db.name} rename to ${name}`)
}

async function asSuperuser(superuser: Connection, ...statements: string[]): Promise<void> {
  await onConnection(connect(superuser), async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}
