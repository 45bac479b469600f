-- Sessions are answered from each process's memory; whatever changes what one may do says so to all of them.
create or replace function identity.announce_session() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('identity_sessions', 'session:' || old.session_id);
  return null;
end
$$;
