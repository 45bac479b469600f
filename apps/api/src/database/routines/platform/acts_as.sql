-- Whether whoever is logged in may do what a process role does: as it, or as a member. The owner may, for it may lay
-- everything anew.
create or replace function platform.acts_as(process_role text) returns boolean language sql stable set search_path = '' as $$
  select pg_has_role(session_user, 'adtally_' || process_role, 'member') or platform.acts_as_owner()
$$;
