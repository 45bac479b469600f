-- Counts a verdict as it is recorded, from its event: once, because it is recorded once, and exactly what the event
-- moved, which the books check at commit. An event that was not billable or over a cap moved nothing.
create or replace function delivery.count_verdicts() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  changes statistics.change[];
begin
  perform platform.ask_read_committed();
  perform pg_advisory_xact_lock(150, 2);
  if exists (
    select from added
    join delivery.events on events.event_id = added.event_id
    left join delivery.cursors on cursors.node_id = events.node_id
    left join delivery.conversions on conversions.event_id = added.event_id
    where events.plan_id <> added.plan_id or events.rule is not null or events.batch > coalesce(cursors.batch, 0)
      or added.spend_returned_micros > events.charge_micros
      or added.revenue_reversed_micros > coalesce(conversions.payout_micros, 0)
  ) then
    raise exception 'a verdict is of a valid event in the books and takes back no more than it moved'
      using errcode = 'check_violation';
  end if;
  if exists (
    select from added join delivery.events on events.event_id = added.event_id
    where added.rule_version is distinct from delivery.rule_version_at(added.rule, events.occurred_at)
  ) then
    raise exception 'a verdict must go by the version of its rule that was in force when the event happened'
      using errcode = 'check_violation';
  end if;
  if platform.acts_as_owner() then
    null;
  elsif exists (
    select from added
    join delivery.events on events.event_id = added.event_id
    left join delivery.conversions on conversions.event_id = added.event_id
    where added.spend_returned_micros <> case when delivery.moves_nothing(added.rule) then 0 else events.charge_micros end
      or conversions.state = 'credited' and added.revenue_reversed_micros <> conversions.payout_micros
  ) then
    raise exception 'a verdict takes back all that its event moved' using errcode = 'check_violation';
  else
    perform ledger.ask_causes(array_agg(kind), array_agg(id))
    from (
      select 'verdict' as kind, verdict_id as id from added where not delivery.moves_nothing(rule)
      union
      select 'spend_batch', span.batch_id
      from added
      join delivery.events on events.event_id = added.event_id
      join delivery.spend_batches span
        on span.node_id = events.node_id and events.batch > span.after_batch and events.batch <= span.until_batch
      where delivery.moves_nothing(added.rule)
    ) named;
  end if;
  insert into delivery.publisher_verdicts as kept
    (publisher_id, verdict_id, rule, rule_version, decided_at, events, taken_back_micros)
  select
    publisher_id, verdict_id, added.rule, min(added.rule_version), min(decided_at), count(*),
    sum(case when spend_returned_micros > 0 then charge_micros - fee_micros else 0 end)
  from added join delivery.events on events.event_id = added.event_id
  group by 1, 2, 3 order by 2, 3, 1
  on conflict (verdict_id, rule, publisher_id) do update set
    events = kept.events + excluded.events, taken_back_micros = kept.taken_back_micros + excluded.taken_back_micros;
  changes := array(
    select delivery.change_of(
      events, customer_id, format::text, -1, -(coalesce(conversions.state, 'refused') in ('credited', 'owed'))::int,
      -events.charge_micros, -revenue_reversed_micros, spend_returned_micros, revenue_reversed_micros
    )
    from added
    join delivery.events on events.event_id = added.event_id
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
