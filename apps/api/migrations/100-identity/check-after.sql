select 'no row-level security on ' || relname as problem
from pg_catalog.pg_class
where relnamespace = 'identity'::regnamespace and relkind = 'r' and not relrowsecurity
union all
select 'the program may remove customers, or change who is verified'
where has_table_privilege('adtally_program', 'identity.customers', 'DELETE, TRUNCATE')
  or has_column_privilege('adtally_program', 'identity.customers', 'person_id', 'UPDATE')
  or has_any_column_privilege('adtally_program', 'identity.persons', 'UPDATE')
  or has_table_privilege('adtally_program', 'identity.persons', 'DELETE, TRUNCATE');
