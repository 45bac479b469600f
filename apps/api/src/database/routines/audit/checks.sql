select 'the program may write ' || name || ' by itself' as problem
from unnest(array['audit.entries', 'audit.pending', 'audit.head']) as name
where has_table_privilege('adtally_program', name, 'insert, update, delete, truncate, trigger')
  or has_any_column_privilege('adtally_program', name, 'insert, update')
union all
select 'the program may append to the audit in any name'
where has_function_privilege('adtally_program', 'audit.append'::regproc, 'execute')
