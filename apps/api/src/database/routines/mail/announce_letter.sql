-- Wakes the worker to send a new letter.
create or replace function mail.announce_letter() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('mail_letters', '');
  return null;
end
$$;
