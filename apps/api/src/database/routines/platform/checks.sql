select role || ' may do more than read ' || name as problem
from platform.process_roles() as role,
  unnest(array['platform.environment', 'platform.clock_offset', 'platform.jobs']) as name
where has_table_privilege(role, name, 'insert, update, delete, truncate, trigger')
  or has_any_column_privilege(role, name, 'insert, update')
