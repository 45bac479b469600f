import { type Client, DatabaseError } from 'pg'
import { OF_SCHEMA, type RoutineFile } from './routine-files.ts'
import { codeOf, messageOf, StartError } from './start-error.ts'

/**
 * A file's mark in the database: what PostgreSQL says of what it holds, so that a change past the file is seen. Rights count by
 * whom they are given to, the owner's own apart.
 */
const MARKS = `
  with ours as (select oid, nspname from pg_catalog.pg_namespace where nspname = any ($1)),
  said as (
    select nspname || '/' || proname as path, proc.oid::regprocedure::text as place,
      pg_get_functiondef(proc.oid) || coalesce(obj_description(proc.oid, 'pg_proc'), '') as text
    from pg_proc proc join ours on ours.oid = pronamespace where prokind in ('f', 'p')
    union all
    select nspname || '/' || relname, '',
      pg_get_viewdef(class.oid) || coalesce(reloptions::text, '') || coalesce(obj_description(class.oid, 'pg_class'), '')
    from pg_class class join ours on ours.oid = relnamespace where relkind = 'v'
    union all
    select nspname || '/triggers', pg_get_triggerdef(trigger.oid), tgenabled::text
    from pg_trigger trigger join pg_class class on class.oid = tgrelid join ours on ours.oid = relnamespace
    where not tgisinternal
    union all
    select schemaname || '/policies', tablename || ' ' || policyname,
      concat_ws(' ', permissive, roles::text, cmd, qual, '|', with_check)
    from pg_policies where schemaname = any ($1)
    union all
    select nspname || '/grants', object, right_held.grantee::text || right_held.privilege_type || right_held.is_grantable
    from (
      select ours.oid, nspname, 'schema' as object, nspacl as acl, nspowner as owner
      from ours join pg_namespace using (oid, nspname)
      union all
      select ours.oid, nspname, class.oid::regclass::text, relacl, relowner
      from pg_class class join ours on ours.oid = relnamespace
      union all
      select ours.oid, nspname, attrelid::regclass::text || ' ' || attname, attacl, relowner
      from pg_attribute join pg_class class on class.oid = attrelid join ours on ours.oid = relnamespace
      union all
      -- Without a list of rights, everybody may call a function.
      select ours.oid, nspname, proc.oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner)), proowner
      from pg_proc proc join ours on ours.oid = pronamespace
      union all
      select ours.oid, nspname, typ.oid::regtype::text, typacl, typowner
      from pg_type typ join ours on ours.oid = typnamespace where typtype in ('e', 'd')
    ) held, aclexplode(acl) right_held
    where right_held.grantee <> owner
  )
  select path, md5(string_agg(place || text, ' ' order by place, text)) as mark from said group by path`

const BOOTSTRAP = `
  create table if not exists platform.routines (
    path text primary key,
    checksum text not null,
    mark text not null,
    laid_at timestamptz not null default clock_timestamp()
  )`

/** Paths that differ from the files: `wanted` by a file that is new or another, `strayed` where the database was changed past it. */
export interface Differences {
  wanted: readonly string[]
  strayed: readonly string[]
}

/** What of the database is not as the files say; changes nothing. In a transaction with an empty search path. */
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

/** Of a file that holds nothing that is there, such as no policies. */
const NO_MARK = ''

async function readMarks(client: Client, schemas: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ path: string; mark: string }>(MARKS, [schemas])
  return new Map(rows.map(({ path, mark }) => [path, mark]))
}

function pathOf({ schema, name }: RoutineFile): string {
  return `${schema}/${name}`
}

function schemasOf(routines: readonly RoutineFile[]): string[] {
  return [...new Set(routines.map(({ schema }) => schema))]
}

/** Lays what column defaults call, whose tables may not be there yet. Throws `StartError`. */
export async function layBeforeTables(client: Client, routines: readonly RoutineFile[]): Promise<void> {
  await client.query('set local check_function_bodies = off')
  for (const routine of routines.filter(({ before_tables }) => before_tables)) await layOne(client, routine)
  await client.query('reset check_function_bodies')
}

/**
 * Takes away every function, view, trigger, policy and right of the schemas but what is laid before the tables, so that tables can be
 * changed and nothing is left that no file holds. Throws `StartError` where a table depends on a function that is not laid before it.
 */
export async function clearRoutines(client: Client, routines: readonly RoutineFile[]): Promise<void> {
  const kept = routines.filter(({ before_tables }) => before_tables).map(pathOf)
  const { rows } = await client.query<{ statement: string }>(CLEARING, [schemasOf(routines), kept])
  for (const { statement } of rows) {
    await client.query(statement).catch((error: unknown) => {
      const detail = error instanceof DatabaseError && error.detail ? ` (${error.detail})` : ''
      throw new StartError(`What the database does could not be laid anew: ${messageOf(error)}${detail}.`, {
        cause: error,
      })
    })
  }
}

const CLEARING = `
  with ours as (select oid, nspname from pg_catalog.pg_namespace where nspname = any ($1)),
  grantees as (
    select distinct nspname, right_held.grantee
    from (
      select nspname, nspacl as acl, nspowner as owner from ours join pg_namespace using (oid, nspname)
      union all select nspname, relacl, relowner from pg_class join ours on ours.oid = relnamespace
      union all select nspname, attacl, relowner
        from pg_attribute join pg_class class on class.oid = attrelid join ours on ours.oid = relnamespace
      union all select nspname, coalesce(proacl, acldefault('f', proowner)), proowner
        from pg_proc join ours on ours.oid = pronamespace
    ) held, aclexplode(acl) right_held
    where right_held.grantee <> owner
  ),
  statements as (
    select 1 as step, format('drop policy %I on %I.%I', policyname, schemaname, tablename) as statement
    from pg_policies where schemaname = any ($1)
    union all
    select 2, format('drop trigger %I on %s', tgname, tgrelid::regclass)
    from pg_trigger trigger join pg_class class on class.oid = tgrelid join ours on ours.oid = relnamespace
    where not tgisinternal
    union all
    -- Functions that read a view go with it; no table can depend on a view.
    select 3, 'drop view ' || string_agg(class.oid::regclass::text, ', ') || ' cascade'
    from pg_class class join ours on ours.oid = relnamespace where relkind = 'v' having count(*) > 0
    union all
    select 4, format(
      'do $do$ declare names text; begin
        select string_agg(oid::regprocedure::text, '', '') into names from pg_proc
        where pronamespace = any (%L::oid[]) and prokind in (''f'', ''p'')
          and pronamespace::regnamespace::text || ''/'' || proname <> all (%L);
        if names is not null then execute ''drop routine '' || names; end if;
      end $do$', array(select oid from ours), $2::text[]
    )
    union all
    select 5, format(
      'revoke all on all tables in schema %1$I from %2$s; revoke all on all sequences in schema %1$I from %2$s; '
        'revoke all on all routines in schema %1$I from %2$s; revoke all on schema %1$I from %2$s',
      nspname, case when grantee = 0 then 'public' else grantee::regrole::text end
    )
    from grantees
  )
  select statement from statements order by step, statement`

/** Lays all files into a database that holds its tables and nothing else (`clearRoutines`). Throws `StartError` that names the file. */
export async function layRoutines(client: Client, routines: readonly RoutineFile[]): Promise<void> {
  await layInAnyOrder(
    client,
    routines.filter(({ kind, before_tables }) => kind === 'routine' && !before_tables),
  )
  for (const kind of OF_SCHEMA) {
    for (const routine of routines.filter((one) => one.kind === kind)) await layOne(client, routine)
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

/** PostgreSQL looks into what a function or view reads as it is made: those that need one another wait for their turn. */
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

/** undefined_function, undefined_table, undefined_object. */
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

/** The line of a statement's text that PostgreSQL's error points at, for the end of a sentence. */
export function placeIn(error: unknown, text: string): string {
  if (!(error instanceof DatabaseError) || error.position === undefined) return ''
  return ` (line ${text.slice(0, Number(error.position)).split('\n').length})`
}

/** Makes a query whose every row is a problem. Throws where it finds one, with the first. */
export async function findNothing(client: Client, query: string): Promise<void> {
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
