-- Notifies every process of a changed chat, whose sockets then read what is new.
create or replace function service.announce_chat() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('service_chat', new.customer_id::text);
  return null;
end
$$;
