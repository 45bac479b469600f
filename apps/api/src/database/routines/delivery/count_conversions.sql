-- Counts a conversion as it is recorded, from its event: once, as it is recorded once, and no more than its payout.
create or replace function delivery.count_conversions() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  changes statistics.change[];
begin
  perform platform.ask_read_committed();
  perform pg_advisory_xact_lock(150, 2);
  if exists (
    select from added
    join delivery.events on events.event_id = added.event_id and events.decision_id = added.decision_id
    left join delivery.cursors on cursors.node_id = events.node_id
    where events.plan_id <> added.plan_id or kind <> 'conversion' or rule is not null
      or events.batch > coalesce(cursors.batch, 0) or added.payout_micros > events.payout_micros
  ) then
    raise exception 'a conversion is of a valid event in the books and pays no more than it says'
      using errcode = 'check_violation';
  end if;
  changes := array(
    select delivery.change_of(
      events, customer_id, null, 0, 1, 0, case state when 'credited' then added.payout_micros else 0 end, 0, 0
    )
    from added
    join delivery.events on events.event_id = added.event_id and events.decision_id = added.decision_id
    join delivery.budgets on budgets.plan_id = events.plan_id
    where state in ('credited', 'owed')
  );
  if cardinality(changes) > 0 then
    perform statistics.apply_changes(changes);
  end if;
  return null;
end
$$;
