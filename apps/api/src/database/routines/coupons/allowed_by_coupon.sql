-- Coupons: a coupon's worth may go into its customer's discount, once for each plan that used it. Unused ones move
-- nothing.
create or replace function coupons.allowed_by_coupon(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select allowed.*
  from coupons.uses
  cross join lateral ledger.allowed(
    coupon_id, 'coupon_used', ledger.account_of('promo'), ledger.account_of('customer_discount', customer_id),
    worth_micros
  ) allowed
  where coupon_id = any (ids)
$$;
