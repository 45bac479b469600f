-- Takes a device along, and what is on its way there, from the session that has just ended to the one that took its place in this
-- very transaction: its customer signed in anew where they were signed in. `subscription` is what was kept, sealed for the new one. A
-- function, because the row's key is nobody's to change. Where the account is not active nothing is taken along.
create or replace function webpush.carry_device(replaced uuid, by_session uuid, subscription bytea) returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_customer uuid;
begin
  select after.customer_id into of_customer
  from identity.sessions as before join identity.sessions as after using (customer_id)
  where before.session_id = replaced and after.session_id = by_session
    and before.revoked_at is not null and before.ended_because is null
    -- Both were written here.
    and before.xmin = pg_current_xact_id()::xid and after.xmin = before.xmin;
  if not found then
    raise exception 'session % takes the place of no other here', by_session using errcode = 'insufficient_privilege';
  end if;
  update webpush.devices set session_id = by_session, subscription_sealed = subscription
  where session_id = replaced and customer_id = of_customer and webpush.is_live(by_session, of_customer);
end
$$;
