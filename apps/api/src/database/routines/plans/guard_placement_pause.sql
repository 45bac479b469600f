-- A pause ends once and otherwise never changes.
create or replace function plans.guard_placement_pause() returns trigger language plpgsql as $$
begin
  if old.resumed_at is not null
    or (to_jsonb(new) - 'resumed_at') is distinct from (to_jsonb(old) - 'resumed_at')
  then
    raise exception 'a pause of a placement ends once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
