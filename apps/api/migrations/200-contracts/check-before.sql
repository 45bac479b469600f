select 'schema contracts is there already' from pg_catalog.pg_namespace where nspname = 'contracts';
