-- Turns notifications on for a live session, in its customer's name. A session is one device, so its earlier
-- subscription is replaced, and it stays on since it was first turned on; the same address is removed from another
-- customer's session that this browser has left. A function, because that row is another customer's. Refuses sessions
-- that have ended or are somebody else's.
create or replace function webpush.keep_device(
  by_session uuid, subscription bytea, address_hash bytea, service text, reads text
) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not webpush.is_live(by_session, platform.scope_customer_id()) then
    raise exception 'notifications are turned on in a session of one''s own' using errcode = 'insufficient_privilege';
  end if;
  delete from webpush.devices where endpoint_hash = address_hash and session_id <> by_session;
  insert into webpush.devices (
    session_id, customer_id, subscription_sealed, endpoint_hash, push_service, language, turned_on_at)
  values (by_session, platform.scope_customer_id(), subscription, address_hash, service, reads, platform.now())
  on conflict (session_id) do update set subscription_sealed = excluded.subscription_sealed,
    endpoint_hash = excluded.endpoint_hash, push_service = excluded.push_service, language = excluded.language,
    sent_at = null, failures = 0;
end
$$;
