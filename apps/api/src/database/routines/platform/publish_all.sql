-- Publishes many messages of one topic in one statement; their ids follow the order given. `request_ids` names the
-- request that caused each, by default the transaction's.
create or replace function platform.publish_all(
  message_topic text, message_keys text[], message_payloads jsonb, request_ids text[] default null
) returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into platform.outbox (topic, key, payload, request_id)
    select message_topic, key, payload, case when request_ids is null then platform.request_id() else message.request_id end
    from rows from (unnest(message_keys), jsonb_array_elements(message_payloads), unnest(request_ids)) with ordinality
      as message (key, payload, request_id, position)
    order by position;
  perform pg_notify('platform_outbox', '');
end
$$;
