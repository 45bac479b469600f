-- Names the plans whose delivery may have changed, so that delivery nodes reread only those; none if they exceed a
-- notification's 8,000 bytes. Statements that changed no plan announce nothing, because an empty notification makes
-- nodes reread all open plans.
create or replace function plans.announce_delivery() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('plans_delivery', case when count(*) <= 200 then string_agg(plan_id::text, ',') else '' end)
  from new_rows having count(*) > 0;
  return null;
end $$;
