-- Counts what an appeal put back as it is recorded, from the event's verdict: once, as it is recorded once. An appeal puts
-- back what it is about, all that was taken, and no spend only where the plan's amount is used up.
create or replace function delivery.count_restorations() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  changes statistics.change[];
begin
  perform platform.ask_read_committed();
  perform pg_advisory_xact_lock(150, 2);
  if not platform.acts_as_owner() and exists (
    select from added
    left join delivery.verdicts verdict on verdict.event_id = added.event_id
    left join delivery.appeals appeal on appeal.appeal_id = added.appeal_id
    where (
      appeal.decision = 'granted' and not delivery.moves_nothing(verdict.rule)
      and verdict.plan_id = added.plan_id
      and added.event_id in (select event_id from delivery.appealed_events(added.appeal_id))
      and added.revenue_restored_micros = verdict.revenue_reversed_micros
      and (added.spend_restored_micros = verdict.spend_returned_micros
        or added.spend_restored_micros = 0 and exists (
          select from plans.results result
          where result.plan_id = added.plan_id and result.amount_micros - result.spend_micros < verdict.spend_returned_micros))
    ) is not true
  ) then
    raise exception 'a restoration puts back what its granted appeal is about, and all of it'
      using errcode = 'check_violation';
  end if;
  perform ledger.ask_causes(array_agg('restoration'::text), array_agg(restoration_id))
  from (select distinct restoration_id from added) named;
  changes := array(
    select delivery.change_of(
      events, customer_id, format::text, 1, (coalesce(conversions.state, 'refused') in ('credited', 'owed'))::int,
      spend_restored_micros, revenue_restored_micros, -spend_restored_micros, -revenue_restored_micros
    )
    from added
    join delivery.events on events.event_id = added.event_id and events.decision_id = added.decision_id
    join delivery.budgets on budgets.plan_id = events.plan_id
    left join (select placement_id, format from marketplace.placements) as placement using (placement_id)
    left join delivery.conversions on conversions.event_id = added.event_id
  );
  if cardinality(changes) > 0 then
    perform statistics.apply_changes(changes);
  end if;
  return null;
end
$$;
