-- Notifies every process of a new version, as each caches the texts.
create or replace function content.announce_version() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('texts_changed', '');
  return null;
end $$;
