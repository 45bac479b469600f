select 'the program''s role may see past row-level security' as problem
from pg_roles where rolname = 'adtally_program' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)
