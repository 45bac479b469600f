-- A bond that is paid out still covers its acceptor's limit, its open orders, and what was completed lately (PRODUCT §11).
-- Payouts stand below acceptors and know nothing of that, so it is held here, in the transaction that pays.
create function acceptors.bound_bond(of_acceptor uuid) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select greatest(acceptor.limit_micros, (
    select coalesce(sum(amount_micros), 0)::bigint from acceptors.orders
    where acceptor_id = of_acceptor and (
      status in ('escrowed', 'paid', 'disputed')
      or status = 'offered' and code_expires_at > platform.now()
      or status = 'completed' and status_at > platform.now() - (
        select (values ->> 'exchange_bond_kept_ms')::bigint from policies.versions
        where effective_from <= platform.now() order by version desc limit 1) * interval '1 millisecond')))
  from acceptors.acceptors as acceptor where acceptor_id = of_acceptor and platform.scope_is_system()
$$;

create function acceptors.guard_bond_payout() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  held bigint;
begin
  -- The account first and the acceptor after it, as all who move a bond lock them.
  select credits_posted_micros - debits_posted_micros - debits_pending_micros into held
  from ledger.accounts where id = ledger.account_id('acceptor_bond', new.payee_id, null) for no key update;
  perform from acceptors.acceptors where acceptor_id = new.payee_id for update;
  if coalesce(held, 0) - new.amount_micros < coalesce(acceptors.bound_bond(new.payee_id), 0) then
    raise exception 'acceptor % needs that much of the bond', new.payee_id using errcode = 'check_violation';
  end if;
  update acceptors.acceptors set bond_micros = held - new.amount_micros where acceptor_id = new.payee_id;
  return new;
end $$;
create trigger bond_payouts_guarded before insert on payouts.payouts
  for each row when (new.source = 'acceptor_bond') execute function acceptors.guard_bond_payout();

-- What the bank could not pay out is bond again.
create function acceptors.read_returned_bond() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform acceptors.read_bond(new.payee_id);
  return new;
end $$;
create trigger bond_payouts_returned after update on payouts.payouts
  for each row when (new.source = 'acceptor_bond' and new.status = 'returned' and old.status <> 'returned')
  execute function acceptors.read_returned_bond();
alter table payouts.payouts
  enable always trigger bond_payouts_guarded, enable always trigger bond_payouts_returned;

revoke all on function acceptors.guard_bond_payout(), acceptors.read_returned_bond() from public;
revoke all on function acceptors.bound_bond(uuid) from public;
grant execute on function acceptors.bound_bond(uuid) to adtally_program;
