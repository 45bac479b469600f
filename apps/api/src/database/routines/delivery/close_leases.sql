-- Closes due leases: their valid charges become the budget's spend, the rest is free again. Returns the plans; does
-- nothing while events wait for the processor, as they may belong to these leases. Leases are locked before budgets, and
-- each by their ids, as all do that change several.
create or replace function delivery.close_leases() returns setof uuid language plpgsql set search_path = '' as $$
declare
  due constant uuid[] := array(
    select lease_id from delivery.leases where closed_at is null and closes_at <= platform.now()
    order by plan_id, lease_id limit 500);
begin
  perform platform.ask_read_committed();
  if cardinality(due) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock(150, 1);
  perform 1 from delivery.nodes left join delivery.cursors using (node_id)
  where last_batch > coalesce(cursors.batch, 0) limit 1;
  if found then
    return;
  end if;
  perform 1 from delivery.leases where lease_id = any (due) order by lease_id for update;
  perform 1 from delivery.budgets where plan_id in (select plan_id from delivery.leases where lease_id = any (due))
  order by plan_id for update;
  return query
  with closed as (
    update delivery.leases as lease set closed_at = platform.now()
    where lease.lease_id = any (due) and lease.closed_at is null
    returning lease.plan_id, lease.day, lease.spent_micros
  ), spent as (
    select distinct on (plan_id)
      plan_id, sum(sum(spent_micros)) over (partition by plan_id) as spent_micros,
      day as last_day, sum(spent_micros) as last_day_spent_micros
    from closed group by plan_id, day order by plan_id, day desc
  )
  -- The day is compared here, with the row as it is once it is locked: a lease may have begun the next one meanwhile.
  update delivery.budgets set
    spent_micros = budgets.spent_micros + spent.spent_micros,
    day_spent_micros = budgets.day_spent_micros
      + case when budgets.day = last_day then last_day_spent_micros else 0 end
  from spent where budgets.plan_id = spent.plan_id
  returning budgets.plan_id;
end
$$;
