-- A plan's terms never change, and only a running plan is paused or resumed.
create or replace function plans.keep_terms() returns trigger language plpgsql as $$
begin
  -- The new row has no amount yet, because it is generated after this trigger.
  if (to_jsonb(new)
      - array['status', 'status_trigger', 'status_detail', 'status_at', 'paused', 'amount_micros'])
    is distinct from (to_jsonb(old)
      - array['status', 'status_trigger', 'status_detail', 'status_at', 'paused', 'amount_micros'])
  then
    raise exception 'the terms of plan % are fixed', old.number using errcode = 'insufficient_privilege';
  end if;
  if new.paused <> old.paused and not (old.status = 'putting' and (new.status = 'putting' or not new.paused)) then
    raise exception 'only a running plan is paused or resumed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
