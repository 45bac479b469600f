select 'the program may change ' || name as problem
from unnest(array['operators.proposals', 'operators.decisions']) as name
where has_table_privilege('adtally_program', name, 'update, delete, truncate, trigger')
  or has_any_column_privilege('adtally_program', name, 'update')
union all
select 'the program may change who somebody on the staff is'
where has_column_privilege('adtally_program', 'operators.staff', 'roles', 'update')
  or has_column_privilege('adtally_program', 'operators.staff', 'username', 'update')
