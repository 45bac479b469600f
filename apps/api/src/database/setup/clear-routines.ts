import { type Client, DatabaseError } from 'pg'
import { messageOf, StartError } from '../start-error.ts'
import { pathOf, type RoutineFile, schemasOf } from './routine-files.ts'
import { OURS, RIGHTS } from './routine-marks.ts'

/**
 * Drops every function, view, trigger, rule, policy and right in the schemas, so that tables can be changed and
 * nothing is left without a file; functions in column defaults stay. Default rights are only the owner's. Throws
 * `StartError` if that would also drop somebody else's objects.
 */
export async function clearRoutines(client: Client, routines: readonly RoutineFile[]): Promise<void> {
  const schemas = schemasOf(routines)
  const kept = routines.filter(({ before_tables }) => before_tables).map(pathOf)
  const { rows: leaning } = await client.query<{ leans: string; on: string }>(LEANING, [schemas])
  const [first] = leaning
  if (first) throw notLaid(`${first.leans} depends on view ${first.on}, which has to go for a moment`)
  const { rows } = await client.query<{ statement: string }>(CLEARING, [schemas, kept])
  for (const { statement } of rows) {
    await client.query(statement).catch((error: unknown) => {
      const detail = error instanceof DatabaseError && error.detail ? ` (${error.detail})` : ''
      throw notLaid(`${messageOf(error)}${detail}`, error)
    })
  }
}

function notLaid(why: string, cause?: unknown): StartError {
  return new StartError(`What the database does could not be laid anew: ${why}.`, { cause })
}

/** Other people's objects that depend on our views or their row types and would be dropped with them. */
const LEANING = `
  with ${OURS},
  views as (
    select class.oid, reltype from pg_class class join ours on ours.oid = relnamespace where relkind in ('v', 'm')
  )
  select pg_describe_object(classid, objid, objsubid) as leans, views.oid::regclass::text as on
  from pg_depend join views
    on refclassid = 'pg_class'::regclass and refobjid = views.oid or refclassid = 'pg_type'::regclass and refobjid = reltype
  where deptype = 'n' and case classid
    when 'pg_rewrite'::regclass then (select ev_class from pg_rewrite where oid = objid) not in (select oid from views)
    when 'pg_proc'::regclass then (select pronamespace from pg_proc where oid = objid) not in (select oid from ours)
    else true end`

const CLEARING = `
  with ${OURS}, ${RIGHTS},
  tables as (
    select class.oid, relforcerowsecurity, class.oid::regclass::text as name
    from pg_class class join ours on ours.oid = relnamespace where relkind in ('r', 'p')
  ),
  statements as (
    select 1 as step, format('drop policy %I on %I.%I', policyname, schemaname, tablename) as statement
    from pg_policies where schemaname = any ($1)
    union all
    select 1, format('alter table %s no force row level security', name) from tables where relforcerowsecurity
    union all
    select 2, format('drop trigger %I on %s', tgname, tgrelid::regclass)
    from pg_trigger trigger join pg_class class on class.oid = tgrelid join ours on ours.oid = relnamespace
    where not tgisinternal
    union all
    select 2, format('drop rule %I on %s', rulename, ev_class::regclass)
    from pg_rewrite rewrite join tables on tables.oid = ev_class where rulename <> '_RETURN'
    union all
    select 3, format('alter table %s enable trigger all', name)
    from tables where exists (select from pg_trigger where tgrelid = tables.oid and tgisinternal and tgenabled <> 'O')
    union all
    -- Functions that read a view go with it.
    select 4, format(
      'drop %s if exists %s cascade',
      case relkind when 'v' then 'view' else 'materialized view' end,
      string_agg(class.oid::regclass::text, ', ')
    )
    from pg_class class join ours on ours.oid = relnamespace where relkind in ('v', 'm') group by relkind
    union all
    select 5, format(
      'do $do$ declare names text; begin
        select string_agg(oid::regprocedure::text, '', '') into names from pg_proc
        where pronamespace = any (%L::oid[]) and not (
          pronamespace::regnamespace::text || ''/'' || proname = any (%L)
          and exists (
            select from pg_depend
            where refclassid = ''pg_proc''::regclass and refobjid = pg_proc.oid and classid = ''pg_attrdef''::regclass)
        );
        if names is not null then execute ''drop routine '' || names; end if;
      end $do$', array(select oid from ours), $2::text[]
    )
    union all
    select distinct 6, format(
      'revoke all on all tables in schema %1$I from %2$s cascade;
        revoke all on all sequences in schema %1$I from %2$s cascade;
        revoke all on all routines in schema %1$I from %2$s cascade; revoke all on schema %1$I from %2$s cascade',
      nspname, grantee
    )
    from rights
    union all
    select distinct 6, format('revoke all on %s from %s cascade', object, grantee) from rights where object like 'type %'
    union all
    select 7, 'alter default privileges revoke execute on functions from public'
    union all
    select 7, 'alter default privileges revoke usage on types from public'
    union all
    select distinct 7, format(
      'alter default privileges %s revoke all on %s from %s',
      'in schema ' || nullif(defaclnamespace, 0)::regnamespace::text,
      case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types'
        when 'n' then 'schemas' else 'large objects' end,
      coalesce(nullif(right_held.grantee, 0)::regrole::text, 'public')
    )
    from pg_default_acl, aclexplode(defaclacl) right_held
    where defaclrole = current_user::regrole and right_held.grantee <> defaclrole
  )
  select statement from statements order by step, statement`
