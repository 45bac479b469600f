import type { Client } from 'pg'
import { NO_PROGRESS, type Progress } from '../../progress.ts'
import { type Connection, connect } from '../connection.ts'
import { databaseError } from '../database-error.ts'
import { messageOf, StartError } from '../start-error.ts'
import { endLooking, waitForTurn } from '../turn.ts'
import { clearRoutines } from './clear-routines.ts'
import { beginHoldingAll } from './hold-tables.ts'
import { findNothing, layBeforeTables, layRoutines, placeIn, routineDifferences } from './lay-routines.ts'
import { type MadeWith, refuseAnother } from './made-with.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { type ProcessRole, rolesOf } from './process-roles.ts'
import type { Logins } from './roles.ts'
import { type RoutineFile, readRoutines, schemasOf } from './routine-files.ts'

/** Options of `migrate`. */
export interface MigrateOptions {
  migrations?: readonly Migration[]
  routines?: readonly RoutineFile[]
  progress?: Progress
  /** For a new sandbox: how long before the present its clock begins. */
  clock_begins_ago_ms?: number
  /** Called with what was changed past the files (routines, triggers, policies, rights), once restored. */
  onStrayed?(paths: readonly string[]): void
}

/**
 * Brings a database to the files' state: applies missing migrations, then lays all functions, views, policies,
 * triggers and rights again if any differs. All in one transaction; of many processes that start at once, one
 * migrates and the others wait. Mode and currency are fixed on creation. Throws `StartError` if the schema is newer
 * than this program or from before the first release, an applied migration was changed, a check finds rows, a file
 * can't be applied, or the database was created with something else; `DatabaseUnavailable`.
 */
export async function migrate(
  { owner, ...processes }: Logins,
  made_with: MadeWith,
  {
    migrations = readMigrations(),
    routines = readRoutines(),
    progress = NO_PROGRESS,
    clock_begins_ago_ms = 0,
    onStrayed = () => {},
  }: MigrateOptions = {},
): Promise<void> {
  const files = { migrations, routines }
  const client = await connect(owner)
  try {
    await waitForTurn(client, 'look')
    await refuseAnother(client, made_with)
    const left = await whatIsLeft(client, files)
    if (left.is_done) return
    await endLooking(client)
    const step =
      left.migrations.length === migrations.length ? 'making the tables' : 'bringing the tables up to date'
    await progress.during(step, async () => {
      await waitForTurn(client, 'change')
      await refuseAnother(client, made_with)
      await client.query(
        `select set_config('adtally.ledger_mode', $1, false), set_config('adtally.currency', $2, false),
          set_config('adtally.secret_digest', $3, false), set_config('adtally.logins', $4, false),
          set_config('adtally.clock_begins_ago_ms', $5, false), set_config('adtally.connector_digest', $6, false)`,
        [
          made_with.mode,
          made_with.currency,
          made_with.secret_digest,
          loginNames(processes, made_with),
          String(clock_begins_ago_ms),
          made_with.connector_digest,
        ],
      )
      const strayed = await bringTo(client, files)
      if (strayed.length > 0) onStrayed(strayed)
    })
  } catch (error) {
    throw databaseError(error)
  } finally {
    await client.end()
  }
}

/** The logins as an SQL list, for rights on the database itself. */
function loginNames(processes: Record<ProcessRole, Connection>, { mode }: MadeWith): string {
  return rolesOf(mode)
    .map((role) => processes[role].user)
    .join(', ')
}

interface Files {
  migrations: readonly Migration[]
  routines: readonly RoutineFile[]
}

interface Left {
  migrations: readonly Migration[]
  strayed: readonly string[]
  is_done: boolean
}

async function whatIsLeft(client: Client, files: Files): Promise<Left> {
  await client.query('begin')
  try {
    const migrations = await missing(client, files.migrations)
    const { wanted, strayed } = await routineDifferences(client, files.routines)
    const is_done = migrations.length + wanted.length + strayed.length === 0
    return { migrations, strayed, is_done }
  } finally {
    await client.query('rollback')
  }
}

/** Applies all or nothing; answers what had been changed past the files. Running programs wait, and then go on. */
async function bringTo(client: Client, files: Files): Promise<readonly string[]> {
  const left = await whatIsLeft(client, files)
  if (left.is_done) return []
  try {
    await beginHoldingAll(client, schemasOf(files.routines))
    await client.query(BOOTSTRAP)
    await clearRoutines(client, files.routines)
    await layBeforeTables(client, files.routines)
    for (const migration of left.migrations) await apply(client, migration)
    await layRoutines(client, files.routines)
    await client.query('commit')
    return left.strayed
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
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
    if (migration.check_before !== null) await findNothing(client, migration.check_before)
    await client.query(migration.up)
    if (migration.check_after !== null) await findNothing(client, migration.check_after)
    await client.query('insert into platform.migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
  } catch (error) {
    throw new StartError(
      `Migration ${migration.name} could not be applied: ${messageOf(error)}${placeIn(error, migration.up)}.`,
      { cause: error },
    )
  }
}
