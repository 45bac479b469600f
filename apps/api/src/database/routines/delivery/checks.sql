select relname || ' can be changed by the program' as problem
from pg_class
where relnamespace = 'delivery'::regnamespace and relname in ('events', 'rules', 'cursors', 'spend_batches')
  and has_table_privilege('adtally_program', oid, 'insert, update, delete, truncate, trigger')
