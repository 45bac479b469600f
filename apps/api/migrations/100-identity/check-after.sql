do $$
declare
  unprotected text;
begin
  select string_agg(relname, ', ') into unprotected
  from pg_class where relnamespace = 'identity'::regnamespace and relkind = 'r' and not relrowsecurity;
  if unprotected is not null then
    raise exception 'identity tables without row-level security: %', unprotected;
  end if;
  if has_table_privilege('adtally_program', 'identity.customers', 'DELETE, TRUNCATE')
    or has_column_privilege('adtally_program', 'identity.customers', 'person_id', 'UPDATE')
    or has_table_privilege('adtally_program', 'identity.persons', 'UPDATE, DELETE, TRUNCATE') then
    raise exception 'the program must not remove customers or change who is verified';
  end if;
end
$$;
