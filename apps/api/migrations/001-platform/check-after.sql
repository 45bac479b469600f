select rolname || ' may see past row-level security, or make roles' as problem
from pg_roles
where rolname in ('adtally_program', 'adtally_api', 'adtally_delivery', 'adtally_worker', 'adtally_office')
  and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)
