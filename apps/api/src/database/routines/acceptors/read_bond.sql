-- Call it in each transaction that moves a bond. The limit falls with a bond that was drawn on.
create or replace function acceptors.read_bond(of_acceptor uuid) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  held bigint;
begin
  if not platform.scope_is_system() then
    raise exception 'bonds are read in the system''s scope' using errcode = 'insufficient_privilege';
  end if;
  select credits_posted_micros - debits_posted_micros into held
  from ledger.accounts where id = ledger.account_id('acceptor_bond', of_acceptor, null);
  held := coalesce(held, 0);
  update acceptors.acceptors set bond_micros = held, limit_micros = least(limit_micros, held)
  where acceptor_id = of_acceptor;
  return held;
end $$;
