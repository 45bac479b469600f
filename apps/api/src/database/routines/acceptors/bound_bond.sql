-- The part of an acceptor's bond that must stay: covers the limit, open orders, and recently completed ones (PRODUCT
-- §11).
create or replace function acceptors.bound_bond(of_acceptor uuid) returns bigint
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
