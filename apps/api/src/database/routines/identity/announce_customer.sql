-- Each process caches sessions with their customer's status and language; notifies all of a change.
create or replace function identity.announce_customer() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('identity_sessions', 'customer:' || old.customer_id);
  return null;
end
$$;
