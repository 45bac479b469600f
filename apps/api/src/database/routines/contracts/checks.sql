select role || ' may change what was signed' as problem
from platform.process_roles() as role where has_table_privilege(role, 'contracts.signatures', 'update, delete')
union all
select 'contracts.' || relname || ' has no row-level security'
from pg_catalog.pg_class
where relnamespace = 'contracts'::regnamespace and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)
