select 'no row-level security on ' || relname as problem
from pg_catalog.pg_class
where relnamespace = 'identity'::regnamespace and relkind = 'r' and not relrowsecurity
union all
select 'the program may let a ticket be used again, or move an account to another host user'
where has_table_privilege('adtally_program', 'identity.entry_tickets', 'UPDATE, TRUNCATE')
  or has_any_column_privilege('adtally_program', 'identity.hybrid_accounts', 'UPDATE')
  or has_table_privilege('adtally_program', 'identity.hybrid_accounts', 'DELETE, TRUNCATE')
  or has_column_privilege('adtally_program', 'identity.host_keys', 'public_jwk', 'UPDATE');
