-- Events are carried into the books once, and their statistics are counted where the events are: the program's role moves
-- no cursor, keeps no span and hands over no figure.

revoke insert, update on delivery.cursors from adtally_program;

create function delivery.guard_cursor() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    raise exception 'a cursor stays' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and (new.node_id <> old.node_id or new.batch <= old.batch) then
    raise exception 'the cursor of node % goes forward only', old.node_id using errcode = 'restrict_violation';
  end if;
  if not exists (select from delivery.nodes where node_id = new.node_id and last_batch >= new.batch) then
    raise exception 'the cursor of node % does not pass its last batch', new.node_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger cursors_go_forward before insert or update or delete on delivery.cursors
  for each row execute function delivery.guard_cursor();
create trigger cursors_stay before truncate on delivery.cursors
  for each statement execute function delivery.guard_cursor();
alter table delivery.cursors enable always trigger cursors_go_forward, enable always trigger cursors_stay;

-- Events of spans, summed up by plan, placement, lease and minute.
create type delivery.event_sums as (
  plan_id uuid,
  lease_id uuid,
  customer_id uuid,
  placement_id uuid,
  publisher_id uuid,
  minute timestamptz,
  -- All of them, valid or not, but for valid conversions.
  events bigint,
  -- Valid ones: they are credited one by one.
  conversions bigint,
  impressions bigint,
  viewables bigint,
  clicks bigint,
  invalid_events bigint,
  -- Of valid events.
  charge_micros bigint,
  fee_micros bigint
);
grant usage on type delivery.event_sums to adtally_program;

-- Carries spans of batches into the statistics, moves the cursors over them and answers their sums, by which the caller
-- bills the spend in the same transaction; `of_batch` is what the postings cite. The one look at every event, because a
-- busy second brings thousands: first they are counted by kind, then the few counts are told apart.
create function delivery.carry_spans(of_batch uuid, node_ids integer[], afters bigint[], untils bigint[])
  returns setof delivery.event_sums
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  sums delivery.event_sums[];
  changes statistics.change[];
begin
  if not platform.scope_is_system() then
    raise exception 'events are carried in the scope of the system alone' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(150, 2);
  if exists (
    select from unnest(node_ids, afters, untils) as span (node_id, after_batch, until_batch)
    left join delivery.cursors on cursors.node_id = span.node_id
    where after_batch is distinct from coalesce(cursors.batch, 0) or until_batch is null
  ) then
    raise exception 'a span begins where the cursor of its node stands' using errcode = 'restrict_violation';
  end if;
  with counted as (
    select
      events.plan_id, lease_id, placement_id, publisher_id,
      date_bin('1 minute', occurred_at, timestamptz 'epoch') as minute, kind, rule is null as is_valid,
      count(*) as events, sum(charge_micros) as charge_micros, sum(fee_micros) as fee_micros
    from unnest(node_ids, afters, untils) as span (node_id, after_batch, until_batch)
    join delivery.events on events.node_id = span.node_id
    where batch > after_batch and batch <= until_batch
    group by 1, 2, 3, 4, 5, 6, 7
  ), summed as (
    select
      plan_id, lease_id, customer_id, placement_id, publisher_id, minute,
      coalesce(sum(events) filter (where kind <> 'conversion' or not is_valid), 0)::bigint as events,
      coalesce(sum(events) filter (where kind = 'conversion' and is_valid), 0)::bigint as conversions,
      coalesce(sum(events) filter (where kind = 'impression' and is_valid), 0)::bigint as impressions,
      coalesce(sum(events) filter (where kind = 'viewable' and is_valid), 0)::bigint as viewables,
      coalesce(sum(events) filter (where kind = 'click' and is_valid), 0)::bigint as clicks,
      coalesce(sum(events) filter (where not is_valid), 0)::bigint as invalid_events,
      coalesce(sum(charge_micros) filter (where kind <> 'conversion' and is_valid), 0)::bigint as charge_micros,
      coalesce(sum(fee_micros) filter (where kind <> 'conversion' and is_valid), 0)::bigint as fee_micros
    from counted join delivery.budgets using (plan_id)
    group by 1, 2, 3, 4, 5, 6
  )
  select
    coalesce(array_agg(row(summed.*)::delivery.event_sums order by plan_id, placement_id, minute), '{}'),
    coalesce(array_agg(row(
      plan_id, customer_id, placement_id, publisher_id, minute,
      impressions, viewables, clicks, 0, invalid_events, charge_micros, 0, 0, 0
    )::statistics.change) filter (where events > 0), '{}')
  into sums, changes from summed;
  if cardinality(changes) > 0 then
    perform statistics.apply_changes(changes);
  end if;
  if exists (select from unnest(sums) as summed where charge_micros > 0) then
    insert into delivery.spend_batches (batch_id, node_id, after_batch, until_batch)
    select of_batch, * from unnest(node_ids, afters, untils);
  end if;
  insert into delivery.cursors (node_id, batch)
  select node_id, until_batch from unnest(node_ids, untils) as span (node_id, until_batch)
  on conflict (node_id) do update set batch = excluded.batch;
  return query select * from unnest(sums);
end
$$;
grant execute on function delivery.carry_spans(uuid, integer[], bigint[], bigint[]) to adtally_program;

-- What follows from a verdict, a conversion or its payment is counted as it is recorded, from the event that it is of:
-- once, because each is recorded once, and no more than the event moved.
create function delivery.count_verdicts() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changes statistics.change[];
begin
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
  changes := array(
    select row(
      events.plan_id, customer_id, placement_id, publisher_id, date_bin('1 minute', occurred_at, timestamptz 'epoch'),
      -(kind = 'impression')::int, -(kind = 'viewable')::int, -(kind = 'click')::int,
      -(coalesce(conversions.state, 'refused') <> 'refused')::int, 1,
      -events.charge_micros, -revenue_reversed_micros, spend_returned_micros, revenue_reversed_micros
    )::statistics.change
    from added
    join delivery.events on events.event_id = added.event_id
    join delivery.budgets on budgets.plan_id = events.plan_id
    left join delivery.conversions on conversions.event_id = added.event_id
  );
  if cardinality(changes) > 0 then
    perform statistics.apply_changes(changes);
  end if;
  return null;
end
$$;
create trigger verdicts_count after insert on delivery.verdicts
  referencing new table as added for each statement execute function delivery.count_verdicts();
alter table delivery.verdicts enable always trigger verdicts_count, enable always trigger verdicts_are_final;

create function delivery.count_conversions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changes statistics.change[];
begin
  perform pg_advisory_xact_lock(150, 2);
  if exists (
    select from added
    join delivery.events on events.event_id = added.event_id
    left join delivery.cursors on cursors.node_id = events.node_id
    where events.plan_id <> added.plan_id or kind <> 'conversion' or rule is not null
      or events.batch > coalesce(cursors.batch, 0) or added.payout_micros > events.payout_micros
  ) then
    raise exception 'a conversion is of a valid event in the books and pays no more than it says'
      using errcode = 'check_violation';
  end if;
  changes := array(
    select row(
      events.plan_id, customer_id, placement_id, publisher_id, date_bin('1 minute', occurred_at, timestamptz 'epoch'),
      0, 0, 0, 1, 0, 0, case state when 'credited' then added.payout_micros else 0 end, 0, 0
    )::statistics.change
    from added
    join delivery.events on events.event_id = added.event_id
    join delivery.budgets on budgets.plan_id = events.plan_id
    where state <> 'refused'
  );
  if cardinality(changes) > 0 then
    perform statistics.apply_changes(changes);
  end if;
  return null;
end
$$;
create trigger conversions_count after insert on delivery.conversions
  referencing new table as added for each statement execute function delivery.count_conversions();
alter table delivery.conversions enable always trigger conversions_count, enable always trigger conversions_are_final;

create function delivery.count_conversion_payments() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  changes statistics.change[];
begin
  perform pg_advisory_xact_lock(150, 2);
  if exists (
    select from added join delivery.conversions on conversions.event_id = added.event_id
    where conversions.plan_id <> added.plan_id or state <> 'owed' or paid_micros > payout_micros
  ) then
    raise exception 'a payment is of an owed conversion and no more than it is owed' using errcode = 'check_violation';
  end if;
  changes := array(
    select row(
      events.plan_id, customer_id, placement_id, publisher_id, date_bin('1 minute', occurred_at, timestamptz 'epoch'),
      0, 0, 0, 0, 0, 0, paid_micros, 0, 0
    )::statistics.change
    from added
    join delivery.events on events.event_id = added.event_id
    join delivery.budgets on budgets.plan_id = events.plan_id
  );
  if cardinality(changes) > 0 then
    perform statistics.apply_changes(changes);
  end if;
  return null;
end
$$;
create trigger conversion_payments_count after insert on delivery.conversion_payments
  referencing new table as added for each statement execute function delivery.count_conversion_payments();
alter table delivery.conversion_payments enable always trigger conversion_payments_count,
  enable always trigger conversion_payments_are_final;
