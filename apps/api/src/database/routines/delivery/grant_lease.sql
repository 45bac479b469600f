-- Leases a slice of at most `slice_micros`, or none if less than `least_micros` is free. A plan's first lease creates
-- its budget from plan and product, so nobody can enter one. The budget's row is the lock, because only one at a time
-- can compare what is spent and leased. Tokens are issued for a minute. The lease closes when none of them can be
-- charged any more, two minutes for what is on its way included; within an hour and two minutes its last event is in.
--
-- On a day of its zone a plan is leased at most its share of what earlier days have left (PRODUCT §4): `pace_percent` of
-- what is even over the days to its end, today's among them. A lease ends with its day, so that whatever is spent on it,
-- however late the event, is that day's. Open leases count in full, closed ones by their valid charges.
create or replace function delivery.grant_lease(
  of_plan uuid, to_node integer, slice_micros bigint, least_micros bigint, issue_ms bigint, charge_ms bigint
) returns delivery.lease_grant language plpgsql security definer set search_path = '' as $$
declare
  budget delivery.budgets;
  pace record;
  granted delivery.lease_grant;
  at timestamptz;
begin
  perform platform.ask_read_committed();
  if not platform.scope_is_system() then
    raise exception 'budgets are leased in the scope of the system alone' using errcode = 'insufficient_privilege';
  end if;
  if coalesce(issue_ms, 0) not between 1 and 60000 or coalesce(charge_ms, 0) not between 1 and 3600000 then
    raise exception 'a lease of plan % lasts a minute, and its tokens may be charged for an hour', of_plan
      using errcode = 'check_violation';
  end if;
  insert into delivery.budgets (
    plan_id, customer_id, product_id, advertiser_id, payout_micros, conversion_window_ms, placed_micros, landing_url,
    goals, paid_goal, time_zone, ends_at, pace_percent
  )
  select plan_id, customer_id, product_id, plans.advertiser_id, plans.payout_micros, plans.conversion_window_ms,
    amount_micros, landing_url, array(select jsonb_object_keys(products.goals)), paid_goal, time_zone, ends_at,
    (versions.values ->> 'pace_percent')::bigint
  from plans.plans
  join marketplace.products using (product_id)
  join policies.versions on versions.version = plans.policy_version
  where plan_id = of_plan
  on conflict do nothing;
  select * into budget from delivery.budgets where plan_id = of_plan for update;
  if not found then
    return null;
  end if;
  -- Only now, because the lock may have been waited for beyond midnight.
  at := platform.now();
  pace := delivery.pace_of(budget, at);
  if pace.today is distinct from budget.day then
    update delivery.budgets set day = pace.today, day_spent_micros = 0 where plan_id = of_plan;
  end if;
  granted.plan_id := of_plan;
  granted.day_micros := pace.day_micros;
  if pace.free_micros >= least_micros then
    insert into delivery.leases (
      lease_id, plan_id, node_id, amount_micros, granted_at, day, issue_until, closes_at, ends_at
    )
    select uuidv7(), of_plan, to_node, least(slice_micros, pace.free_micros), at, pace.today, until,
      until + (charge_ms + 120000) * interval '1 millisecond', until + interval '62 minutes'
    from (
      select least(at + issue_ms * interval '1 millisecond', delivery.day_end(pace.today, budget.time_zone)) as until
    ) as lasting
    returning lease_id, amount_micros, issue_until
    into granted.lease_id, granted.amount_micros, granted.issue_until;
  elsif pace.left_micros >= least_micros then
    granted.paced_until := delivery.day_end(pace.today, budget.time_zone);
    if pace.free_if_back_micros >= least_micros then
      granted.paced_until := least(granted.paced_until, pace.some_back_at);
    end if;
  end if;
  return granted;
end
$$;
