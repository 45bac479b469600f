select relname || ' can be written by the program' as problem
from pg_class
where relnamespace = 'standing'::regnamespace and relkind = 'r'
  and has_table_privilege('adtally_program', oid, 'insert, update, delete, truncate, trigger')
