-- Each process caches sessions; notifies all of a change of what one may do.
create or replace function identity.announce_session() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('identity_sessions', 'session:' || old.session_id);
  return null;
end
$$;
