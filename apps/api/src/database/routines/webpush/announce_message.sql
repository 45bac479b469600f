-- Wakes the worker to send a new message.
create or replace function webpush.announce_message() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('webpush_messages', '');
  return null;
end
$$;
