import type { Client } from 'pg'

/** The mark of a file without objects, such as no policies. */
export const NO_MARK = ''

/** Our schemas, which are those with files: `$1`. */
export const OURS = `ours as (select oid, nspname, nspowner from pg_namespace where nspname = any ($1))`

/** Rights of others than the owner in our schemas: on what, whose, which. Follows `OURS`. */
export const RIGHTS = `
  rights as (
    select nspname, object, right_held.privilege_type, right_held.is_grantable,
      coalesce(nullif(right_held.grantee, 0)::regrole::text, 'public') as grantee
    from (
      select nspname, 'schema' as object, nspacl as acl, nspowner as owner
      from ours join pg_namespace using (oid, nspname, nspowner)
      union all
      select nspname, class.oid::regclass::text, relacl, relowner
      from pg_class class join ours on ours.oid = relnamespace
      union all
      select nspname, attrelid::regclass::text || ' ' || attname, attacl, relowner
      from pg_attribute join pg_class class on class.oid = attrelid join ours on ours.oid = relnamespace
      union all
      -- Without a list of rights, everybody may call a function.
      select nspname, proc.oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner)), proowner
      from pg_proc proc join ours on ours.oid = pronamespace
      union all
      select nspname, 'type ' || typ.oid::regtype::text, coalesce(typacl, acldefault('T', typowner)), typowner
      from pg_type typ join ours on ours.oid = typnamespace where typtype in ('e', 'd')
    ) held, aclexplode(acl) right_held
    where right_held.grantee <> owner
  )`

const MARKS = `
  with ${OURS}, ${RIGHTS}, said as (
    select nspname || '/' || proname as path, proc.oid::regprocedure::text as place,
      case when prokind in ('f', 'p') then pg_get_functiondef(proc.oid)
        else prokind::text || (select aggregate::text from pg_aggregate aggregate where aggfnoid = proc.oid) end
        || coalesce(obj_description(proc.oid, 'pg_proc'), '')
        || case when proowner = nspowner then '' else proowner::regrole::text end as text
    from pg_proc proc join ours on ours.oid = pronamespace
    union all
    select nspname || '/' || relname, relkind::text,
      pg_get_viewdef(class.oid) || coalesce(reloptions::text, '') || coalesce(obj_description(class.oid, 'pg_class'), '')
        || case when relowner = nspowner then '' else relowner::regrole::text end
    from pg_class class join ours on ours.oid = relnamespace where relkind in ('v', 'm')
    union all
    -- PostgreSQL's own triggers of constraints count only if somebody has switched them off.
    select nspname || '/triggers', pg_get_triggerdef(trigger.oid), tgenabled::text
    from pg_trigger trigger join pg_class class on class.oid = tgrelid join ours on ours.oid = relnamespace
    where not tgisinternal or tgenabled <> 'O'
    union all
    select nspname || '/triggers', pg_get_ruledef(rewrite.oid), ev_enabled::text
    from pg_rewrite rewrite join pg_class class on class.oid = ev_class join ours on ours.oid = relnamespace
    where rulename <> '_RETURN'
    union all
    select schemaname || '/policies', tablename || ' ' || policyname,
      concat_ws(' ', permissive, roles::text, cmd, qual, '|', with_check)
    from pg_policies where schemaname = any ($1)
    union all
    select nspname || '/policies', class.oid::regclass::text, concat_ws(' ', relrowsecurity, relforcerowsecurity)
    from pg_class class join ours on ours.oid = relnamespace where relrowsecurity or relforcerowsecurity
    union all
    select nspname || '/grants', object, grantee || privilege_type || is_grantable from rights
    union all
    select 'platform/grants', concat_ws(' ', 'default', defaclobjtype, nullif(defaclnamespace, 0)::regnamespace),
      case right_held.grantee when defaclrole then 'owner' when 0 then 'public' else right_held.grantee::regrole::text end
        || privilege_type || is_grantable
    from pg_default_acl, aclexplode(defaclacl) right_held where defaclrole = current_user::regrole
  )
  select path, md5(string_agg(place || text, ' ' order by place, text)) as mark from said group by path`

/**
 * A mark for each possible file, made from PostgreSQL's description of its objects, so that changes past the files
 * are detected. Rights are grouped by grantee, without the owner's own; row-level security belongs to the policies.
 */
export async function readMarks(client: Client, schemas: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ path: string; mark: string }>(MARKS, [schemas])
  return new Map(rows.map(({ path, mark }) => [path, mark]))
}
