select 'the program may change ' || name as problem
from unnest(array['policies.versions', 'policies.bounds']) as name
where has_table_privilege('adtally_program', name, 'update, delete, truncate, trigger')
  or has_any_column_privilege('adtally_program', name, 'update')
union all
select 'the program may change the bounds' where has_table_privilege('adtally_program', 'policies.bounds', 'insert')
