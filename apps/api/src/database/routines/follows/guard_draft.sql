-- A draft is decided once and otherwise never changes.
create or replace function follows.guard_draft() returns trigger language plpgsql as $$
begin
  if old.state <> 'open'
    or (to_jsonb(new) - array['state', 'decided_at', 'plan_id'])
      is distinct from (to_jsonb(old) - array['state', 'decided_at', 'plan_id']) then
    raise exception 'a draft is decided once and otherwise never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
