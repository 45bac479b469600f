select role || ' may write ' || name || ' by itself' as problem
from platform.process_roles() as role, unnest(array['audit.entries', 'audit.pending', 'audit.head']) as name
where has_table_privilege(role, name, 'insert, update, delete, truncate, trigger')
  or has_any_column_privilege(role, name, 'insert, update')
union all
select role || ' may append to the audit in any name'
from platform.process_roles() as role where has_function_privilege(role, 'audit.append'::regproc, 'execute')
