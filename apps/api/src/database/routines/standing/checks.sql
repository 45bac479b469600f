select relname || ' can be written by ' || role as problem
from pg_class, platform.process_roles() as role
where relnamespace = 'standing'::regnamespace and relkind = 'r'
  and has_table_privilege(role, pg_class.oid, 'insert, update, delete, truncate, trigger')
