select 'no row-level security on ' || relname as problem
from pg_catalog.pg_class
where relnamespace = 'identity'::regnamespace and relkind = 'r' and not relrowsecurity;
