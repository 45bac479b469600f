select 'the program may write ' || name || ' by itself' as problem
from unnest(array['operators.staff', 'operators.proposals', 'operators.decisions']) as name
where has_table_privilege('adtally_program', name, 'insert, update, delete, truncate, trigger')
  or has_any_column_privilege('adtally_program', name, 'insert, update')
union all
select 'the program may look into ' || name
from unnest(array['operators.secrets', 'operators.sessions']) as name
where has_table_privilege('adtally_program', name, 'select, insert, update, delete, truncate, references, trigger')
  or has_any_column_privilege('adtally_program', name, 'select, insert, update, references')
union all
select 'the program may say by itself who was at work, by ' || called.oid::regprocedure
from pg_proc as called
where called.oid in (
    'operators.open_session'::regproc, 'operators.try_password'::regproc, 'operators.end_tries'::regproc,
    'operators.keep_proposal'::regproc)
  and has_function_privilege('adtally_program', called.oid, 'execute')
