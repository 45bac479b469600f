-- Impressions and clicks of the devices that had more of them on a day than the least cap, if any of them is of these
-- spans: what there is to judge. They are in the books by now, valid or over a cap; an event counts for the day of its
-- decision. Devices with fewer are not looked at, which are nearly all.
create or replace function delivery.capped_events(
  node_ids integer[], afters bigint[], untils bigint[], least_count bigint
) returns setof delivery.capped_event
language sql stable security definer set search_path = '' set enable_hashjoin = off set enable_mergejoin = off
set enable_seqscan = off as $$
  with fresh as materialized (
    select distinct device, (uuid_extract_timestamp(decision_id) at time zone 'UTC')::date as day
    from unnest(node_ids, afters, untils) as span (node_id, after_batch, until_batch)
    join delivery.events on events.node_id = span.node_id
    where batch > after_batch and batch <= until_batch and kind in ('impression', 'click') and rule is null
  ), busy as materialized (
    select device, day from fresh
    where least_count < (
      select count(*) from (
        select from delivery.events
        where (uuid_extract_timestamp(decision_id) at time zone 'UTC')::date = fresh.day and device = fresh.device
          and kind in ('impression', 'click') and rule is null
        limit least_count + 1
      ) as counted
    )
  )
  select
    event_id, decision_id, device, events.plan_id, product_id, advertiser_id, uuid_extract_timestamp(decision_id),
    exists (
      select from unnest(node_ids, afters, untils) as span (node_id, after_batch, until_batch)
      where span.node_id = events.node_id and events.batch > after_batch and events.batch <= until_batch
    ),
    verdicts.event_id is not null,
    lease_id, placement_id, publisher_id, occurred_at, charge_micros, fee_micros
  from busy
  join delivery.events using (device)
  join delivery.budgets using (plan_id)
  join delivery.cursors on cursors.node_id = events.node_id and events.batch <= cursors.batch
  left join delivery.verdicts using (event_id, decision_id)
  where (uuid_extract_timestamp(decision_id) at time zone 'UTC')::date = busy.day
    and kind in ('impression', 'click') and events.rule is null
    and (verdicts.event_id is null or verdicts.rule = 'over_cap')
    and platform.scope_is_system()
  order by event_id
$$;
