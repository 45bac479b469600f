-- Every process keeps the market in memory: each change of it says so to all of them.
create or replace function marketplace.announce_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('marketplace_changed', '');
  return null;
end $$;
