-- Leases a slice of at most `slice_micros`, or null if less than `least_micros` is free. A plan's first lease creates
-- its budget from plan and product, so nobody can enter one. The budget's row is the lock, because only one at a time
-- can compare what is spent and leased. Tokens are issued for a minute. The lease closes when none of them can be
-- charged any more, two minutes for what is on its way included; within an hour and two minutes its last event is in.
create or replace function delivery.grant_lease(
  of_plan uuid, to_node integer, slice_micros bigint, least_micros bigint, issue_ms bigint, charge_ms bigint
) returns delivery.leases language plpgsql security definer set search_path = '' as $$
declare
  budget delivery.budgets;
  free_micros bigint;
  granted delivery.leases;
  at timestamptz := platform.now();
begin
  perform platform.ask_read_committed();
  if not platform.scope_is_system() then
    raise exception 'budgets are leased in the scope of the system alone' using errcode = 'insufficient_privilege';
  end if;
  if issue_ms > 60000 or charge_ms > 3600000 then
    raise exception 'a lease of plan % lasts a minute, and its tokens may be charged for an hour', of_plan
      using errcode = 'check_violation';
  end if;
  insert into delivery.budgets (
    plan_id, customer_id, product_id, advertiser_id, payout_micros, conversion_window_ms, placed_micros, landing_url,
    goals, paid_goal
  )
  select plan_id, customer_id, product_id, plans.advertiser_id, plans.payout_micros, plans.conversion_window_ms,
    amount_micros, landing_url, array(select jsonb_object_keys(products.goals)), paid_goal
  from plans.plans join marketplace.products using (product_id)
  where plan_id = of_plan
  on conflict do nothing;
  select * into budget from delivery.budgets where plan_id = of_plan for update;
  select budget.placed_micros - budget.spent_micros - coalesce(sum(amount_micros), 0) into free_micros
  from delivery.leases where plan_id = of_plan and closed_at is null;
  if free_micros is null or free_micros < least_micros then
    return null;
  end if;
  insert into delivery.leases (lease_id, plan_id, node_id, amount_micros, granted_at, issue_until, closes_at, ends_at)
  values (
    uuidv7(), of_plan, to_node, least(slice_micros, free_micros), at,
    at + issue_ms * interval '1 millisecond', at + (issue_ms + charge_ms + 120000) * interval '1 millisecond',
    at + (issue_ms + 3720000) * interval '1 millisecond'
  )
  returning * into granted;
  return granted;
end
$$;
