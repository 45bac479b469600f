-- A following ends once and otherwise never changes.
create or replace function follows.guard_relation() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null
    or (to_jsonb(new) - array['ended_at', 'end_reason'])
      is distinct from (to_jsonb(old) - array['ended_at', 'end_reason'])
  then
    raise exception 'a following ends once and otherwise never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
