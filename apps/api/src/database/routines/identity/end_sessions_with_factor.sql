-- Ends all sessions of a customer whose second factor two people remove in this transaction, because none of them is
-- proved to be the customer's.
create or replace function identity.end_sessions_with_factor(of_customer uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not operators.is_approved_here('{second_factor.remove}', 'customer', of_customer::text) then
    raise exception 'nobody approved that the second factor of % be removed', of_customer
      using errcode = 'insufficient_privilege';
  end if;
  update identity.sessions set revoked_at = platform.now(), ended_because = 'second_factor_changed'
  where customer_id = of_customer and revoked_at is null;
end
$$;
