-- Publishes a followed customer's plan in the statement that places it; costs nothing for others. The database's
-- clock decides which followers get the offer: the plan's own time is from the process that placed it, some
-- milliseconds off, and could miss a follower who has just begun. One transaction may place plans of several
-- requests; the deadline set with each plan names its own.
create or replace function follows.announce_leaders_plan() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform platform.publish_all('follows.leader_placed', array[placed.customer_id::text], jsonb_build_array(jsonb_build_object(
    'plan_id', placed.plan_id, 'leader_id', placed.customer_id, 'product_id', placed.product_id,
    'placed_at', placed.created_at, 'ends_at', placed.ends_at, 'until', platform.now())),
    array[(select request_id from platform.jobs where kind = 'plan.due' and subject_id = placed.plan_id::text)])
  from new_rows placed
  where exists (
    select from follows.relations where leader_id = placed.customer_id and ended_at is null);
  return null;
end $$;
