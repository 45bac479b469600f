-- An expiring grant waits for startup funds being brought back (startup.hold_grants). Not a full lock, because a
-- customer's return only refers to the grant.
create or replace function startup.lock_grant(wanted_grant_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  if not platform.scope_is_system() then
    raise exception 'grants are locked by the program' using errcode = 'insufficient_privilege';
  end if;
  perform from startup.grants where grant_id = wanted_grant_id for no key update;
end $$;
