-- The database roles of the program's processes, for checks of what none of them may do.
create or replace function platform.process_roles() returns setof name language sql immutable set search_path = '' as $$
  values ('adtally_api'::name), ('adtally_delivery'), ('adtally_worker'), ('adtally_office'), ('adtally_sandbox')
$$;
