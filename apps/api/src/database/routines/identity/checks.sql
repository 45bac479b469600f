select role || ' may remove customers, or change who is verified' as problem
from platform.process_roles() as role
where has_table_privilege(role, 'identity.customers', 'delete, truncate')
  or has_column_privilege(role, 'identity.customers', 'person_id', 'update')
  or has_any_column_privilege(role, 'identity.persons', 'update')
  or has_table_privilege(role, 'identity.persons', 'delete, truncate')
union all
select role || ' may let a ticket be used again, or move an account to another host user'
from platform.process_roles() as role
where has_table_privilege(role, 'identity.entry_tickets', 'update, truncate')
  or has_any_column_privilege(role, 'identity.hybrid_accounts', 'update')
  or has_table_privilege(role, 'identity.hybrid_accounts', 'delete, truncate')
  or has_column_privilege(role, 'identity.host_keys', 'public_jwk', 'update')
union all
select 'no row-level security on ' || relname
from pg_catalog.pg_class
where relnamespace = 'identity'::regnamespace and relkind = 'r' and not relrowsecurity
