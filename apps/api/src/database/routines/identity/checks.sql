select 'the program may remove customers, or change who is verified' as problem
where has_table_privilege('adtally_program', 'identity.customers', 'delete, truncate')
  or has_column_privilege('adtally_program', 'identity.customers', 'person_id', 'update')
  or has_any_column_privilege('adtally_program', 'identity.persons', 'update')
  or has_table_privilege('adtally_program', 'identity.persons', 'delete, truncate')
union all
select 'the program may let a ticket be used again, or move an account to another host user'
where has_table_privilege('adtally_program', 'identity.entry_tickets', 'update, truncate')
  or has_any_column_privilege('adtally_program', 'identity.hybrid_accounts', 'update')
  or has_table_privilege('adtally_program', 'identity.hybrid_accounts', 'delete, truncate')
  or has_column_privilege('adtally_program', 'identity.host_keys', 'public_jwk', 'update')
union all
select 'no row-level security on ' || relname
from pg_catalog.pg_class
where relnamespace = 'identity'::regnamespace and relkind = 'r' and not relrowsecurity
