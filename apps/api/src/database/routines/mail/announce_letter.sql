-- The worker sends a letter as it is posted.
create or replace function mail.announce_letter() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('mail_letters', '');
  return null;
end
$$;
