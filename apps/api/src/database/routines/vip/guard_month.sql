-- A month of VIP ends once and otherwise never changes.
create or replace function vip.guard_month() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null
    or (to_jsonb(new) - array['ended_at', 'end_reason', 'refund_micros', 'rebate_micros'])
      is distinct from (to_jsonb(old) - array['ended_at', 'end_reason', 'refund_micros', 'rebate_micros']) then
    raise exception 'a month of VIP ends once and otherwise never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
