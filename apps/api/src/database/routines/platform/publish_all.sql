-- Many messages of one topic in one statement, for what is written in batches; their ids follow the order given.
create or replace function platform.publish_all(message_topic text, message_keys text[], message_payloads jsonb)
  returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into platform.outbox (topic, key, payload)
    select message_topic, key, payload
    from rows from (unnest(message_keys), jsonb_array_elements(message_payloads)) with ordinality
      as message (key, payload, position)
    order by position;
  perform pg_notify('platform_outbox', '');
end
$$;
