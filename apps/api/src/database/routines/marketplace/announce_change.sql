-- Notifies every process of a change, as each caches the market.
create or replace function marketplace.announce_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('marketplace_changed', '');
  return null;
end $$;
