-- Deletes a customer's sessions that ended a month ago. A function, because the right to delete includes locking the
-- whole table, which would block everybody's sign-in.
create or replace function identity.remove_old_sessions(of_customer uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.scope_is_system() and of_customer is distinct from platform.scope_customer_id() then
    raise exception 'sessions of % are not this customer''s', of_customer using errcode = 'insufficient_privilege';
  end if;
  delete from identity.sessions
  where customer_id = of_customer and expires_at < platform.now() - interval '720 hours';
end
$$;
