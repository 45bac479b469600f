-- Whether a session of an active account is logged in, as only then messages are sent to its device. A function, so
-- that the worker learns no more about sessions.
create or replace function webpush.is_live(of_session uuid, of_customer uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from identity.sessions join identity.customers using (customer_id)
    where session_id = of_session and customer_id = of_customer and customers.status = 'active'
      and revoked_at is null and expires_at > platform.now())
$$;
