import { type Client, DatabaseError } from 'pg'
import { bigintAsText } from '../../lib/bigint-as-text.ts'
import { codeOf, messageOf, StartError } from '../start-error.ts'
import { OF_SCHEMA, pathOf, type RoutineFile, schemasOf } from './routine-files.ts'
import { NO_MARK, readMarks } from './routine-marks.ts'

const BOOTSTRAP = `
  create table if not exists platform.routines (
    path text primary key,
    checksum text not null,
    mark text not null,
    laid_at timestamptz not null default clock_timestamp()
  )`

/** Paths that differ: `wanted` have a new or changed file, `strayed` were changed in the database past the files. */
export interface Differences {
  wanted: readonly string[]
  strayed: readonly string[]
}

/** How the database differs from the files; changes nothing. */
export async function routineDifferences(
  client: Client,
  routines: readonly RoutineFile[],
): Promise<Differences> {
  const { rows: there } = await client.query<{ there: boolean }>(
    "select to_regclass('platform.routines') is not null as there",
  )
  const paths = new Map(routines.map((routine) => [pathOf(routine), routine.checksum]))
  if (!there[0]?.there) return { wanted: [...paths.keys()], strayed: [] }
  const { rows: laid } = await client.query<{ path: string; checksum: string; mark: string }>(
    'select path, checksum, mark from platform.routines',
  )
  const kept = new Map(laid.map(({ path, ...rest }) => [path, rest]))
  const wanted = [...paths].filter(([path, checksum]) => kept.get(path)?.checksum !== checksum)
  const dropped = [...kept.keys()].filter((path) => !paths.has(path))
  const marks = await readMarks(client, schemasOf(routines))
  const strayed = [...new Set([...marks.keys(), ...kept.keys()])].filter(
    (path) => (marks.get(path) ?? NO_MARK) !== (kept.get(path)?.mark ?? NO_MARK),
  )
  return { wanted: [...wanted.map(([path]) => path), ...dropped], strayed: strayed.toSorted() }
}

/** Lays functions of column defaults, whose tables may not exist yet. Throws `StartError`. */
export async function layBeforeTables(client: Client, routines: readonly RoutineFile[]): Promise<void> {
  await client.query('set local check_function_bodies = off')
  for (const routine of routines.filter(({ before_tables }) => before_tables)) await layOne(client, routine)
  await client.query('reset check_function_bodies')
}

/** Lays all files into a database that has only its tables (`clearRoutines`). Throws `StartError` naming the file. */
export async function layRoutines(client: Client, routines: readonly RoutineFile[]): Promise<void> {
  await layInAnyOrder(
    client,
    routines.filter(({ kind, before_tables }) => kind === 'routine' && !before_tables),
  )
  for (const kind of OF_SCHEMA) {
    for (const routine of routines.filter((one) => one.kind === kind)) await layOne(client, routine)
    if (kind === 'policies') await secureRows(client, schemasOf(routines))
  }
  await client.query(BOOTSTRAP)
  await client.query('delete from platform.routines')
  const marks = await readMarks(client, schemasOf(routines))
  await client.query(
    `insert into platform.routines (path, checksum, mark)
     select * from unnest($1::text[], $2::text[], $3::text[])`,
    [
      routines.map(pathOf),
      routines.map(({ checksum }) => checksum),
      routines.map((routine) => marks.get(pathOf(routine)) ?? NO_MARK),
    ],
  )
}

/** Turns row-level security on for tables with a policy, and off for others. */
async function secureRows(client: Client, schemas: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format(
       'alter table %s %s row level security', class.oid::regclass, case when relrowsecurity then 'disable' else 'enable' end
     ) as statement
     from pg_class class join pg_namespace namespace on namespace.oid = relnamespace
     where nspname = any ($1) and relkind in ('r', 'p')
       and relrowsecurity <> exists (select from pg_policy where polrelid = class.oid)`,
    [schemas],
  )
  for (const { statement } of rows) await client.query(statement)
}

/** PostgreSQL checks what a function or view reads on creation, so those that depend on others wait for them. */
async function layInAnyOrder(client: Client, routines: readonly RoutineFile[]): Promise<void> {
  let waiting = [...routines]
  while (waiting.length > 0) {
    const again: RoutineFile[] = []
    let problem: StartError | null = null
    for (const routine of waiting) {
      await client.query('savepoint routine')
      try {
        await layOne(client, routine)
        await client.query('release savepoint routine')
      } catch (error) {
        if (!(error instanceof StartError) || !NOT_THERE_YET.has(codeOf(error.cause) ?? '')) throw error
        await client.query('rollback to savepoint routine')
        problem ??= error
        again.push(routine)
      }
    }
    if (problem && again.length === waiting.length) throw problem
    waiting = again
  }
}

const NOT_THERE_YET = new Set(['42883', '42P01', '42704'])

async function layOne(client: Client, routine: RoutineFile): Promise<void> {
  try {
    if (routine.kind === 'checks') await findNothing(client, routine.text)
    else await client.query(routine.text)
  } catch (error) {
    throw new StartError(
      `Routine ${pathOf(routine)} could not be laid: ${messageOf(error)}${placeIn(error, routine.text)}.`,
      { cause: error },
    )
  }
}

/** The line that PostgreSQL's error points at, as the end of a sentence. */
export function placeIn(error: unknown, text: string): string {
  if (!(error instanceof DatabaseError) || error.position === undefined) return ''
  return ` (line ${text.slice(0, Number(error.position)).split('\n').length})`
}

/** Runs a query whose every row is a problem. Throws the first, if any. */
export async function findNothing(client: Client, query: string): Promise<void> {
  const { rows } = await client.query<Record<string, unknown>>(query)
  const problem = rows[0]
  if (problem)
    throw new Error(
      `its check found ${rows.length} row(s), the first ${JSON.stringify(problem, bigintAsText)}`,
    )
}
