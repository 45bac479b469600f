-- Closes an account in the name of its customer, whose live session this is: there is nobody else whom the program's role for
-- customers may take an account from, and none that holds money of theirs. Answers `closed`, or why not. For good, as
-- `customer.cancel` by two of the staff is. What is paid in at the same moment stays theirs to withdraw, and a plan that is placed
-- then ends as one of a disabled account does.
create or replace function identity.close_own_account(of_customer uuid, by_session uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform from identity.customers where customer_id = of_customer and status = 'active' for update;
  if not found then return 'not_active'; end if;
  if not exists (
    select from identity.sessions
    where session_id = by_session and customer_id = of_customer and revoked_at is null and expires_at > platform.now()
  ) then
    raise exception 'an account is closed in a session of its own' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from ledger.accounts join ledger.account_codes using (code)
    where owner_id = of_customer and wallet_part in ('available', 'pending_spend', 'to_be_settled', 'on_hold')
      and credits_posted_micros <> debits_posted_micros
  ) then
    return 'in_use';
  end if;
  update identity.customers set status = 'cancelled' where customer_id = of_customer;
  return 'closed';
end
$$;
