select format('%s may change %I.%I', role, schemaname, tablename) as problem
from pg_tables, platform.process_roles() as role
where schemaname = 'reconciliation'
  and has_table_privilege(role, format('%I.%I', schemaname, tablename), 'update, delete, truncate')
