select role || ' may change ' || name as problem
from platform.process_roles() as role, unnest(array['policies.versions', 'policies.bounds']) as name
where has_table_privilege(role, name, 'update, delete, truncate, trigger')
  or has_any_column_privilege(role, name, 'update')
union all
select role || ' may change the bounds'
from platform.process_roles() as role where has_table_privilege(role, 'policies.bounds', 'insert')
