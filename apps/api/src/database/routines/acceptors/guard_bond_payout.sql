-- After a payout from a bond, the rest must still cover `acceptors.bound_bond`. The payouts module is below acceptors
-- and can't check that, so it is checked here, in the transaction that pays.
create or replace function acceptors.guard_bond_payout() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  held bigint;
begin
  perform platform.ask_read_committed();
  -- The account before the acceptor, which is the lock order of everything that moves a bond.
  select credits_posted_micros - debits_posted_micros into held
  from ledger.accounts where id = ledger.account_id('acceptor_bond', new.payee_id, null) for no key update;
  perform from acceptors.acceptors where acceptor_id = new.payee_id for update;
  if coalesce(held, 0) - new.amount_micros < coalesce(acceptors.bound_bond(new.payee_id), 0) then
    raise exception 'acceptor % needs that much of the bond', new.payee_id using errcode = 'check_violation';
  end if;
  update acceptors.acceptors set bond_micros = held - new.amount_micros where acceptor_id = new.payee_id;
  return new;
end $$;
