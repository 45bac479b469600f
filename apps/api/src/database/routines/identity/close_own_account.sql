-- Closes an account in the name of its customer, who must own this live session, if no money and no startup funds
-- are left in it; customers' login can close no other account. Answers `closed`, or why not. Final, like `customer.cancel` by two
-- members of staff. Money paid in meanwhile can be withdrawn, and a plan placed then ends like a disabled account's.
create or replace function identity.close_own_account(of_customer uuid, by_session uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.ask_read_committed();
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
    where owner_id = of_customer and wallet_part in ('available', 'pending_spend', 'to_be_settled', 'on_hold', 'startup')
      and credits_posted_micros <> debits_posted_micros
  ) then
    return 'in_use';
  end if;
  update identity.customers set status = 'cancelled' where customer_id = of_customer;
  return 'closed';
end
$$;
