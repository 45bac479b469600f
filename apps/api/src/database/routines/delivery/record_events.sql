-- Stores one batch of a node's events, on disk when it returns; answers the ids that were new, or null if all were.
-- Leaves out known events, and those so late that their lease may be closing; the shared lock makes closing leases
-- wait for batches under way. Nearly all batches are new, and inserting without a check per row saves a third of the
-- cost; if a row exists already, the batch is rolled back and inserted with the check. A node's batches arrive in
-- order, as one with a number that the books have passed would never be counted.
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
  perform platform.ask_read_committed();
  perform pg_advisory_xact_lock_shared(150, 1);
  update delivery.nodes set last_batch = in_batch where node_id = of_node and last_batch = in_batch - 1;
  if not found then
    raise exception 'batch % is not the next of node %', in_batch, of_node using errcode = 'check_violation';
  end if;
  now_ms := extract(epoch from platform.now()) * 1000;
  if not exists (select from unnest(taken_until_ms) as until (ms) where ms <= now_ms) then
    begin
      insert into delivery.events (
        event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id, reported_by, lease_id, node_id, batch,
        occurred_at, charge_micros, fee_micros, payout_micros, device, address, agent, rule, rule_version, sandbox
      )
      select
        event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id,
        case when kind = 'conversion' then
          (select advertiser_id from delivery.budgets where budgets.plan_id = given.plan_id)
        end,
        lease_id, of_node, in_batch, timestamptz 'epoch' + occurred * interval '1 millisecond',
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
      event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id, reported_by, lease_id, node_id, batch,
      occurred_at, charge_micros, fee_micros, payout_micros, device, address, agent, rule, rule_version, sandbox
    )
    select
      event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id,
      case when kind = 'conversion' then
        (select advertiser_id from delivery.budgets where budgets.plan_id = given.plan_id)
      end,
      lease_id, of_node, in_batch, timestamptz 'epoch' + occurred * interval '1 millisecond',
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
