-- A session begins now and is made for no longer than thirty days, the policy's maximum (PRODUCT §7).
create or replace function identity.guard_new_session() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  at constant timestamptz := platform.now();
begin
  if not platform.acts_as_owner() and (
    new.created_at not between platform.a_moment_ago() and at + interval '1 minute' or new.last_used_at > at + interval '1 minute'
    or new.expires_at > new.created_at + interval '720 hours 1 minute') then
    raise exception 'a session begins now and lasts thirty days at most' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
