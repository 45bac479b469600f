select role || ' may write ' || name || ' by itself' as problem
from platform.process_roles() as role, unnest(array['partners.people']) as name
where has_table_privilege(role, name, 'insert, update, delete, truncate, trigger')
  or has_any_column_privilege(role, name, 'insert, update')
union all
select role || ' may look into ' || name
from platform.process_roles() as role, unnest(array[
  'partners.secrets', 'partners.sessions', 'partners.known_networks', 'partners.done_requests']) as name
where has_table_privilege(role, name, 'select, insert, update, delete, truncate, references, trigger')
  or has_any_column_privilege(role, name, 'select, insert, update, references')
union all
select role || ' may say by itself which partner was at work, by ' || called.oid::regprocedure
from platform.process_roles() as role, pg_proc as called
where called.oid in (
    'partners.open_session'::regproc, 'partners.count_try'::regproc, 'partners.end_tries'::regproc,
    'partners.keep_invitation'::regproc, 'partners.append_own_act'::regproc, 'partners.renew_credentials'::regproc)
  and has_function_privilege(role, called.oid, 'execute')
union all
select role || ' may act for partners, by ' || called.oid::regprocedure
from platform.process_roles() as role, pg_proc as called
where role not in ('adtally_api', 'adtally_office') and pronamespace = 'partners'::regnamespace
  and has_function_privilege(role, called.oid, 'execute')
