-- Counts a paid conversion as it is recorded, from its event: once, as it is recorded once, and no more than owed.
create or replace function delivery.count_conversion_payments() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  changes statistics.change[];
begin
  perform platform.ask_read_committed();
  perform pg_advisory_xact_lock(150, 2);
  if exists (
    select from added join delivery.conversions on conversions.event_id = added.event_id
    where conversions.plan_id <> added.plan_id or state <> 'owed' or paid_micros > payout_micros
  ) then
    raise exception 'a payment needs an owed conversion and can''t exceed it' using errcode = 'check_violation';
  end if;
  changes := array(
    select delivery.change_of(events, customer_id, null, 0, 0, 0, paid_micros, 0, 0)
    from added
    join delivery.conversions on conversions.event_id = added.event_id
    join delivery.events on events.event_id = added.event_id and events.decision_id = conversions.decision_id
    join delivery.budgets on budgets.plan_id = events.plan_id
  );
  if cardinality(changes) > 0 then
    perform statistics.apply_changes(changes);
  end if;
  return null;
end
$$;
