-- Keeps what became of bids, each once: who was told first stays. What a lost one would have cost is free again in the
-- same transaction. Answers each bid's outcome as it is kept, and whether it is new. Locks leases by their ids, as all do
-- that change several. A decision that has shown something was not lost, whoever says so. Nothing is written of a bid before:
-- it must be of its lease's time, at its placement's price less its plan's fee, its events, if there are any, must be of the
-- same two, and no lease gives back more than it has left.
create or replace function delivery.end_auctions(
  decision_ids uuid[], placement_ids uuid[], lease_ids uuid[], outcomes text[],
  bids bigint[], prices bigint[], loss_reasons smallint[]
) returns table (of_decision uuid, kept_outcome text, is_new boolean)
language plpgsql security definer set search_path = '' as $$
declare
  new_ids uuid[];
begin
  perform platform.ask_read_committed();
  if not platform.scope_is_system() then
    raise exception 'auctions are ended in the scope of the system alone' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from unnest(decision_ids, placement_ids, lease_ids, bids) as given (decision_id, placement_id, lease_id, bid)
    left join delivery.leases lease on lease.lease_id = given.lease_id
    left join plans.plans plan on plan.plan_id = lease.plan_id
    left join marketplace.placements placement
      on placement.placement_id = given.placement_id and placement.price_model = 'CPM'
    where (
      bid = (price_micros / 1000 - price_micros / 1000 * platform_fee_percent / 100) * 1000
      -- Ids keep increasing when a clock is set back.
      and uuid_extract_timestamp(given.decision_id)
        between granted_at - interval '1 minute' and issue_until + interval '24 hours'
    ) is not true or exists (
      select from delivery.events
      where events.decision_id = given.decision_id
        and (events.lease_id, events.placement_id) is distinct from (given.lease_id, given.placement_id))
  ) then
    raise exception 'a bid of this batch is not of its lease''s time, or not on the terms of its plan and its placement'
      using errcode = 'check_violation';
  end if;
  with ended as (
    insert into delivery.auction_ends (
      decision_id, placement_id, lease_id, outcome, bid_micros, price_micros, loss_reason, ended_at
    )
    select decision_id, placement_id, lease_id, case when shown then 'won' else outcome end, bid, price,
      case when not shown then loss_reason end, platform.now()
    from (
      select given.*, exists (
        select from delivery.events where events.decision_id = given.decision_id and kind = 'impression'
      ) as shown
      from unnest(decision_ids, placement_ids, lease_ids, outcomes, bids, prices, loss_reasons) with ordinality as given (
        decision_id, placement_id, lease_id, outcome, bid, price, loss_reason, told
      )
    ) as told_of
    order by decision_id, told
    on conflict do nothing
    returning decision_id, lease_id, placement_id, outcome
  ), freed as (
    -- What such a token would have cost is the placement's price, whatever anybody says.
    select lease_id, sum(placement.price_micros / 1000)::bigint as lost_micros
    from ended join marketplace.placements placement using (placement_id)
    where outcome <> 'won' and price_model = 'CPM' group by lease_id
  ), locked as materialized (
    select lease_id from delivery.leases where lease_id in (select lease_id from freed) order by lease_id for update
  ), changed as (
    update delivery.leases as lease set
      lost_micros = lease.lost_micros
        + least(freed.lost_micros, lease.amount_micros - lease.spent_micros - lease.lost_micros)
    from freed join locked using (lease_id)
    where lease.lease_id = freed.lease_id and lease.closed_at is null
  )
  select coalesce(array_agg(decision_id), '{}') into new_ids from ended;
  return query
  select decision_id, outcome, decision_id = any (new_ids)
  from delivery.auction_ends where decision_id = any (decision_ids);
end
$$;
