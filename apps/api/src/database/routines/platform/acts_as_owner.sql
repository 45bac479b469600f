-- Whether whoever is logged in owns the schema, and so could take any check away: none is asked of them.
create or replace function platform.acts_as_owner() returns boolean language sql stable set search_path = '' as $$
  select pg_has_role(session_user, nspowner, 'member') from pg_catalog.pg_namespace where nspname = 'platform'
$$;
