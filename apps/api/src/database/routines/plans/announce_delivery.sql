-- Names the plans whose delivery may have changed, so that a delivery node reads those again instead of every open
-- plan; none where they are too many for a notice, which is of 8,000 bytes at most. A statement that changed no plan
-- announces nothing: an empty notice has nodes read every open plan again.
create or replace function plans.announce_delivery() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('plans_delivery', case when count(*) <= 200 then string_agg(plan_id::text, ',') else '' end)
  from new_rows having count(*) > 0;
  return null;
end $$;
