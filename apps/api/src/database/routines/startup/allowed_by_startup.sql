-- Startup funds: a grant to its customer, and its return or expiry back to promo.
create or replace function startup.allowed_by_startup(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with moved (grant_id, posting, debit, credit, amount_micros) as (
    select grant_id, 'startup_granted', ledger.account_of('promo'), ledger.account_of('customer_startup', customer_id),
      amount_micros
    from startup.grants where grant_id = any (ids)
    union all
    select grant_id, 'startup_returned', ledger.account_of('customer_startup', grants.customer_id),
      ledger.account_of('promo'), returns.amount_micros
    from startup.grants join startup.returns using (grant_id) where grant_id = any (ids)
  )
  select allowed.* from moved
  cross join lateral ledger.allowed(grant_id, posting, debit, credit, amount_micros) allowed
$$;
