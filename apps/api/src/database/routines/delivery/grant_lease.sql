-- A slice of at most `slice_micros`, or null where less than `least_micros` is free. The budget's row is the lock:
-- what is spent and what is leased out can only be judged by one at a time.
create or replace function delivery.grant_lease(
  of_plan uuid, to_node integer, slice_micros bigint, least_micros bigint, issue_ms bigint, token_ms bigint
) returns delivery.leases language plpgsql set search_path = '' as $$
declare
  budget delivery.budgets;
  free_micros bigint;
  granted delivery.leases;
  at timestamptz := platform.now();
begin
  select * into budget from delivery.budgets where plan_id = of_plan for update;
  select budget.placed_micros - budget.spent_micros - coalesce(sum(amount_micros), 0) into free_micros
  from delivery.leases where plan_id = of_plan and closed_at is null;
  if free_micros is null or free_micros < least_micros then
    return null;
  end if;
  insert into delivery.leases (lease_id, plan_id, node_id, amount_micros, granted_at, issue_until, closes_at)
  values (
    uuidv7(), of_plan, to_node, least(slice_micros, free_micros), at,
    at + issue_ms * interval '1 millisecond', at + (issue_ms + token_ms) * interval '1 millisecond'
  )
  returning * into granted;
  return granted;
end
$$;
