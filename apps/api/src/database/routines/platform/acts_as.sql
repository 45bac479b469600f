-- Whether the current login has a process role, itself or as a member. The owner has every role.
create or replace function platform.acts_as(process_role text) returns boolean language sql stable set search_path = '' as $$
  select pg_has_role(session_user, 'adtally_' || process_role, 'member') or platform.acts_as_owner()
$$;
