import { type Client, DatabaseError } from 'pg'
import { NO_PROGRESS } from '../progress.ts'
import { connect } from './connection.ts'
import { databaseError } from './database-error.ts'
import { type MadeWith, refuseAnother } from './made-with.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import type { Logins } from './roles.ts'
import { messageOf, StartError } from './start-error.ts'

// Any constant will do, as long as every version of the program uses the same.
const LOCK = 7_246_110_315_502_001n

/**
 * Applies what is missing, each migration in a transaction of its own; many processes may start at once, and wait for
 * the one that migrates. What a database is made with is fixed when it is created. Throws `StartError` where the
 * schema is newer than this program, an applied migration was changed, a check finds rows, or the database was made
 * with something else; `DatabaseUnavailable`.
 */
export async function migrate(
  { owner, program }: Logins,
  made_with: MadeWith,
  migrations = readMigrations(),
  progress = NO_PROGRESS,
): Promise<void> {
  const client = await connect(owner)
  try {
    await refuseAnother(client, made_with)
    const { length } = await missing(client, migrations)
    if (length === 0) return
    const step = length === migrations.length ? 'making the tables' : 'bringing the tables up to date'
    await progress.during(step, async (tell) => {
      await waitForTurn(client)
      await refuseAnother(client, made_with)
      await client.query(
        `select set_config('adtally.ledger_mode', $1, false), set_config('adtally.currency', $2, false),
          set_config('adtally.secret_digest', $3, false), set_config('adtally.program_role', $4, false)`,
        [made_with.mode, made_with.currency, made_with.secret_digest, program.user],
      )
      await client.query(BOOTSTRAP)
      const left = await missing(client, migrations)
      for (const [index, migration] of left.entries()) {
        tell(`${index + 1} of ${left.length}`)
        await apply(client, migration)
      }
    })
  } catch (error) {
    throw databaseError(error)
  } finally {
    await client.end()
  }
}

/** However long another process's migrations take: only locks on tables are waited for with a limit. */
async function waitForTurn(client: Client): Promise<void> {
  await client.query('set lock_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [LOCK])
  await client.query('reset lock_timeout')
}

const BOOTSTRAP = `
  create schema if not exists platform;
  create table if not exists platform.migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default clock_timestamp()
  );`

async function missing(client: Client, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows: there } = await client.query<{ there: boolean }>(
    "select to_regclass('platform.migrations') is not null as there",
  )
  if (!there[0]?.there) return migrations
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from platform.migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new StartError(
        `Migration ${name} was changed after it was applied to this database; use the program it was applied by, or another database.`,
      )
    }
    applied.delete(name)
  }
  const unknown = [...applied.keys()].sort().at(-1)
  if (unknown !== undefined) {
    throw new StartError(
      `The database's schema is newer than this program: it has migration ${unknown}; start the newer program.`,
    )
  }
  const names = new Set(rows.map((row) => row.name))
  return migrations.filter(({ name }) => !names.has(name))
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query("begin; set local search_path = ''")
    await check(client, migration.check_before)
    await client.query(migration.up)
    await check(client, migration.check_after)
    await client.query('insert into platform.migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new StartError(
      `Migration ${migration.name} could not be applied: ${messageOf(error)}${place(error, migration)}.`,
      { cause: error },
    )
  }
}

function place(error: unknown, migration: Migration): string {
  if (!(error instanceof DatabaseError) || error.position === undefined) return ''
  const line = migration.up.slice(0, Number(error.position)).split('\n').length
  return ` (line ${line}, if it is in up.sql)`
}

async function check(client: Client, query: string | null): Promise<void> {
  if (query === null) return
  const { rows } = await client.query<Record<string, unknown>>(query)
  const problem = rows[0]
  if (problem)
    throw new Error(
      `its check found ${rows.length} row(s), the first ${JSON.stringify(problem, withBigInts)}`,
    )
}

function withBigInts(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
