-- An offer closes once and otherwise never changes.
create or replace function coupons.guard_offer() returns trigger language plpgsql set search_path = '' as $$
declare
  -- Generated after this trigger, from texts that don't change.
  members constant text[] := array['closed_at', 'close_reason', 'name_key'];
begin
  if old.closed_at is not null or (to_jsonb(new) - members) is distinct from (to_jsonb(old) - members) then
    raise exception 'an offer closes once and otherwise never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
