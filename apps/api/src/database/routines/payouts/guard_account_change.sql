-- What was asked for never changes; it ends once.
create or replace function payouts.guard_account_change() returns trigger language plpgsql as $$
declare
  ending constant text[] := array['withdrawn_by', 'withdrawn_at', 'set_at'];
begin
  if old.withdrawn_at is not null or old.set_at is not null
    or (to_jsonb(new) - ending) is distinct from (to_jsonb(old) - ending) then
    raise exception 'a change of an account ends once and is otherwise never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
