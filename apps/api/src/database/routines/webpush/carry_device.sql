-- Moves a device and its pending messages from a session that has just ended to the one that replaced it in this
-- transaction, because its customer signed in again. `subscription` is the stored one, sealed for the new session. A
-- function, because nobody may change the row's key. Moves nothing if the account is not active.
create or replace function webpush.carry_device(replaced uuid, by_session uuid, subscription bytea) returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_customer uuid;
begin
  select after.customer_id into of_customer
  from identity.sessions as before join identity.sessions as after using (customer_id)
  where before.session_id = replaced and after.session_id = by_session
    and before.revoked_at is not null and before.ended_because is null
    -- Both sessions were written in this transaction.
    and before.xmin = pg_current_xact_id()::xid and after.xmin = before.xmin;
  if not found then
    raise exception 'session % takes the place of no other here', by_session using errcode = 'insufficient_privilege';
  end if;
  update webpush.devices set session_id = by_session, subscription_sealed = subscription
  where session_id = replaced and customer_id = of_customer and webpush.is_live(by_session, of_customer);
end
$$;
