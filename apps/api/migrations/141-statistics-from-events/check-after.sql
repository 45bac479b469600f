select proname || ' can be called by the program' as problem
from pg_proc
where pronamespace = 'statistics'::regnamespace and has_function_privilege('adtally_program', oid, 'execute')
