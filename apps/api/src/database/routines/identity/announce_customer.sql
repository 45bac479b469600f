-- Sessions are answered from each process's memory, with their customer's status and language: a change says so to all.
create or replace function identity.announce_customer() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('identity_sessions', 'customer:' || old.customer_id);
  return null;
end
$$;
