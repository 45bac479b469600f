-- Notifies every process of a new version, as each caches the figures.
create or replace function policies.announce() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('policies_changed', new.version::text);
  return null;
end
$$;
