-- Names the plans whose delivery may have changed, so that a delivery node reads those again instead of every open
-- plan; none where they are too many for a notice, which is of 8,000 bytes at most.
create function plans.announce_delivery() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('plans_delivery', (
    select case when count(*) <= 200 then string_agg(plan_id::text, ',') else '' end from new_rows));
  return null;
end $$;
create trigger plans_placed_for_delivery after insert on plans.plans
  referencing new table as new_rows for each statement execute function plans.announce_delivery();
create trigger plans_changed_for_delivery after update on plans.plans
  referencing new table as new_rows for each statement execute function plans.announce_delivery();
alter table plans.plans enable always trigger plans_placed_for_delivery,
  enable always trigger plans_changed_for_delivery;
revoke all on function plans.announce_delivery() from public;
