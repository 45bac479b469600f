select relname || ' can be changed by ' || role as problem
from pg_class, platform.process_roles() as role
where relnamespace = 'delivery'::regnamespace and relname in ('events', 'rules', 'cursors', 'spend_batches')
  and has_table_privilege(role, pg_class.oid, 'insert, update, delete, truncate, trigger')
union all
select role || ' may publish rules of invalid traffic'
from platform.process_roles() as role
where role <> 'adtally_office' and has_any_column_privilege(role, 'delivery.rules', 'insert')
  or has_any_column_privilege(role, 'delivery.rules', 'update')
