-- A session's end and its reason are final, and no session lasts longer than thirty days, the policy's maximum
-- (PRODUCT §7), so that not even SQL can revive a session after a theft.
create or replace function identity.guard_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.revoked_at is not null
      and (new.revoked_at, new.ended_because) is distinct from (old.revoked_at, old.ended_because)
    or new.expires_at is distinct from old.expires_at and (
      old.revoked_at is not null or new.expires_at > old.created_at + interval '720 hours 1 minute'
      or new.expires_at > old.expires_at and old.expires_at <= platform.now()) then
    raise exception 'session % has ended and does not begin again, or would last too long', old.session_id
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
