-- A VIP month is earned as it passes, ends once, and otherwise never changes. Whatever the writer, only what has
-- passed is earned; it is cancelled now, and the refund is then the rest of its price less its rebates (PRODUCT §3).
-- A process's clock may differ slightly from the database's.
create or replace function vip.guard_month() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moving constant text[] := array['ended_at', 'end_reason', 'refund_micros', 'rebate_micros', 'earned_until'];
  at constant timestamptz := platform.now();
begin
  if old.ended_at is not null or (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving) then
    raise exception 'a month of VIP ends once and otherwise never changes' using errcode = 'insufficient_privilege';
  end if;
  if new.earned_until < old.earned_until or new.earned_until > least(new.ends_at, at + interval '1 second')
    or new.end_reason = 'over' and (new.ended_at, new.earned_until) is distinct from (new.ends_at, new.ends_at)
    or new.end_reason = 'cancelled' and (
      new.ended_at is distinct from new.earned_until or new.refund_micros
        <> greatest(new.price_micros - vip.earned_at(new, new.ended_at) - new.rebate_micros, 0)) then
    raise exception 'a month of VIP is earned as it passes' using errcode = 'check_violation';
  end if;
  -- Settlements that bring rebates share a lock on the month: what they committed is to be seen here.
  perform platform.ask_read_committed();
  if new.end_reason = 'cancelled' and (
    new.ended_at < at - interval '1 minute' or new.rebate_micros is distinct from vip.rebates_of(new.vip_id)) then
    raise exception 'a month of VIP is cancelled now, less the rebates that its plans have brought'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
