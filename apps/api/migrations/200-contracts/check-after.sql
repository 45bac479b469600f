select 'contracts.' || relname || ' has no row-level security' from pg_catalog.pg_class
where relnamespace = 'contracts'::regnamespace and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)
union all
select 'the program may change what was signed'
where pg_catalog.has_table_privilege('adtally_program', 'contracts.signatures', 'update')
  or pg_catalog.has_table_privilege('adtally_program', 'contracts.signatures', 'delete');
