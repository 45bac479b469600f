select relname || ' can be written by the program' as problem
from pg_class
where relnamespace = 'statistics'::regnamespace and relkind = 'r'
  and has_table_privilege('adtally_program', oid, 'insert, update, delete, truncate, trigger')
union all
select proname || ' can be called by the program'
from pg_proc
where pronamespace = 'statistics'::regnamespace and has_function_privilege('adtally_program', oid, 'execute')
