-- Whether the current login owns the schema; such checks don't apply to it, as it could remove them.
create or replace function platform.acts_as_owner() returns boolean language sql stable set search_path = '' as $$
  select pg_has_role(session_user, nspowner, 'member') from pg_catalog.pg_namespace where nspname = 'platform'
$$;
