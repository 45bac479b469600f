select 'contracts.' || relname || ' has no row-level security' as problem
from pg_catalog.pg_class
where relnamespace = 'contracts'::regnamespace and relkind = 'r' and not (relrowsecurity and relforcerowsecurity);
