-- Wakes the worker to send a new message, or one that is to be sent again.
create or replace function notices.announce_message() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('notices_messages', '');
  return null;
end
$$;
