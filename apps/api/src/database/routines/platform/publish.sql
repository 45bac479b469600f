-- Publishes a message to other modules in the transaction that makes it true, with the request that caused it.
create or replace function platform.publish(message_topic text, message_key text, message_payload jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into platform.outbox (topic, key, payload, request_id)
    values (message_topic, message_key, message_payload, platform.request_id());
  perform pg_notify('platform_outbox', '');
end
$$;
