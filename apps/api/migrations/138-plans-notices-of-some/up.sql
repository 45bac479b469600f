-- As in 136; a statement that changed no plan announces nothing. An empty notice has nodes read every open plan again.
create or replace function plans.announce_delivery() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('plans_delivery', case when count(*) <= 200 then string_agg(plan_id::text, ',') else '' end)
  from new_rows having count(*) > 0;
  return null;
end $$;
