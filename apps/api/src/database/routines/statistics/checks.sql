select relname || ' can be written by ' || role as problem
from pg_class, platform.process_roles() as role
where relnamespace = 'statistics'::regnamespace and relkind = 'r'
  and has_table_privilege(role, pg_class.oid, 'insert, update, delete, truncate, trigger')
union all
select proname || ' can be called by ' || role
from pg_proc, platform.process_roles() as role
where pronamespace = 'statistics'::regnamespace and has_function_privilege(role, pg_proc.oid, 'execute')
  and (proname, role) <> ('notice_key', 'adtally_api')
