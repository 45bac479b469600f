-- Tells of a plan whose owner is followed, in the statement that places it; nobody else's placing costs anything here.
-- Which followers it is offered to is judged by one clock, the database's: the plan's own time is that of the process
-- which placed it, some milliseconds off, and a follower who had just begun could be passed over. Plans of several requests are
-- placed in one transaction: the deadline that was set with a plan says which is its own.
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
