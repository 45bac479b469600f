-- Counts spans of batches into the statistics, moves the cursors past them and returns their sums, from which the
-- caller bills the spend in the same transaction; postings cite `of_batch`. The only pass over every event, thousands
-- in a busy second: it first groups them by kind and then works on the few groups.
create or replace function delivery.carry_spans(of_batch uuid, node_ids integer[], afters bigint[], untils bigint[])
  returns setof delivery.event_sums
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  sums delivery.event_sums[];
  changes statistics.change[];
begin
  perform platform.ask_read_committed();
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
      coalesce(sum(events) filter (where kind = 'impression' and format = 'video' and is_valid), 0)::bigint
        as film_impressions,
      coalesce(sum(events) filter (where kind = 'video_25' and is_valid), 0)::bigint as video_25,
      coalesce(sum(events) filter (where kind = 'video_50' and is_valid), 0)::bigint as video_50,
      coalesce(sum(events) filter (where kind = 'video_75' and is_valid), 0)::bigint as video_75,
      coalesce(sum(events) filter (where kind = 'video_100' and is_valid), 0)::bigint as video_100,
      coalesce(sum(events) filter (where kind = 'video_skip' and is_valid), 0)::bigint as film_skips,
      coalesce(sum(events) filter (where kind = 'video_error' and is_valid), 0)::bigint as film_errors,
      coalesce(sum(events) filter (where not is_valid), 0)::bigint as invalid_events,
      coalesce(sum(charge_micros) filter (where kind <> 'conversion' and is_valid), 0)::bigint as charge_micros,
      coalesce(sum(fee_micros) filter (where kind <> 'conversion' and is_valid), 0)::bigint as fee_micros
    from counted
    join delivery.budgets using (plan_id)
    -- A placement's format never changes.
    left join (select placement_id, format from marketplace.placements) as placement using (placement_id)
    group by 1, 2, 3, 4, 5, 6
  )
  select
    coalesce(array_agg(row(summed.*)::delivery.event_sums order by plan_id, placement_id, minute), '{}'),
    coalesce(array_agg(row(
      plan_id, customer_id, placement_id, publisher_id, minute,
      impressions, viewables, clicks, film_impressions, video_25, video_50, video_75, video_100,
      film_skips, film_errors, 0, invalid_events, charge_micros, 0, 0, 0, charge_micros - fee_micros
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
