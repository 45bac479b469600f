-- Events of one batch of a node, on disk when it returns; answers the ids that were new, or null where all were.
-- What is known already, or came so late that its lease may be closing, is left out. The shared lock lets whoever
-- closes leases wait until every batch under way has landed. Nearly every batch is new as a whole: inserting it without
-- asking row by row whether it is there already saves a third of its cost. Where a row is there already, the batch is
-- taken back and inserted with the question. Batches of a node follow one another: what came under a number that the
-- books have passed would never be carried.
create or replace function delivery.record_events(
  of_node integer, in_batch bigint, is_sandbox boolean,
  event_ids uuid[], decision_ids uuid[], kinds delivery.event_kind[], goals text[],
  plan_ids uuid[], placement_ids uuid[], publisher_ids uuid[], lease_ids uuid[],
  occurred_ms bigint[], taken_until_ms bigint[], charges bigint[], fees bigint[], payouts bigint[],
  devices bigint[], addresses bigint[], agents bigint[], rules text[], rule_versions smallint[]
) returns uuid[] language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  accepted uuid[];
  now_ms bigint;
begin
  perform pg_advisory_xact_lock_shared(150, 1);
  update delivery.nodes set last_batch = in_batch where node_id = of_node and last_batch = in_batch - 1;
  if not found then
    raise exception 'batch % is not the next of node %', in_batch, of_node using errcode = 'check_violation';
  end if;
  now_ms := extract(epoch from platform.now()) * 1000;
  if not exists (select from unnest(taken_until_ms) as until (ms) where ms <= now_ms) then
    begin
      insert into delivery.events (
        event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id, lease_id, node_id, batch, occurred_at,
        charge_micros, fee_micros, payout_micros, device, address, agent, rule, rule_version, sandbox
      )
      select
        event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id, lease_id, of_node, in_batch,
        timestamptz 'epoch' + occurred * interval '1 millisecond',
        charge, fee, payout, device, address, agent, rule, rule_version, is_sandbox
      from unnest(
        event_ids, decision_ids, kinds, goals, plan_ids, placement_ids, publisher_ids, lease_ids, occurred_ms,
        charges, fees, payouts, devices, addresses, agents, rules, rule_versions
      ) as given (
        event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id, lease_id, occurred,
        charge, fee, payout, device, address, agent, rule, rule_version
      );
      return null;
    exception
      when unique_violation then
        null;
    end;
  end if;
  with inserted as (
    insert into delivery.events (
      event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id, lease_id, node_id, batch, occurred_at,
      charge_micros, fee_micros, payout_micros, device, address, agent, rule, rule_version, sandbox
    )
    select
      event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id, lease_id, of_node, in_batch,
      timestamptz 'epoch' + occurred * interval '1 millisecond',
      charge, fee, payout, device, address, agent, rule, rule_version, is_sandbox
    from unnest(
      event_ids, decision_ids, kinds, goals, plan_ids, placement_ids, publisher_ids, lease_ids, occurred_ms,
      taken_until_ms, charges, fees, payouts, devices, addresses, agents, rules, rule_versions
    ) as given (
      event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id, lease_id, occurred,
      taken_until, charge, fee, payout, device, address, agent, rule, rule_version
    )
    where taken_until > now_ms
    on conflict on constraint events_once do nothing
    returning events.event_id
  )
  select case when count(*) < cardinality(event_ids) then coalesce(array_agg(event_id), '{}') end
  into accepted from inserted;
  return accepted;
end
$$;
