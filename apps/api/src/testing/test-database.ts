import { randomBytes } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import { inject } from 'vitest'
import { type Connection, connect, createPool } from '../database/connection.ts'
import { PostgresDatabase } from '../database/postgres-database.ts'
import { TEMPLATE } from './cluster.ts'

/** A database of a test file's own, with every migration applied. */
export interface TestDatabase {
  name: string
  database: PostgresDatabase
  owner: Connection
  program: Connection
  /** One statement as the schema's owner, past row-level security: to plant faults and look at what is there. */
  asOwner<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** One statement as the program's role with no scope set: to see what it may not do. */
  asProgram<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Ends every connection and drops the database. */
  close(): Promise<void>
}

/** Clones the migrated template. Call in `beforeAll` and `close` in `afterAll`; works only under vitest's `api` project. */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const name = `test_${randomBytes(8).toString('hex')}`
  await asSuperuser(
    cluster.superuser,
    `create database ${name} template ${TEMPLATE} owner adtally_owner`,
    // A clone takes everything from its template but the grants on the database itself.
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to adtally_program`,
  )
  const owner = { ...cluster.owner, database: name }
  const program = { ...cluster.program, database: name }
  const owners = createPool(owner, { max: 2, scope: 'unset' })
  const programs = createPool(program, { max: 2, scope: 'unset' })
  const database = new PostgresDatabase(program)
  return {
    name,
    database,
    owner,
    program,
    asOwner: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owners.query<Row>(text, values)).rows,
    asProgram: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      (await programs.query<Row>(text, values)).rows,
    async close() {
      await Promise.all([database.close(), owners.end(), programs.end()])
      await asSuperuser(cluster.superuser, `drop database ${name} with (force)`)
    },
  }
}

async function asSuperuser(superuser: Connection, ...statements: string[]): Promise<void> {
  const client = await connect(superuser)
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
