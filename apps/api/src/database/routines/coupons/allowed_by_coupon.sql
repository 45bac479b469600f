-- What coupons allow: into their customer's discount what each is worth, once for each plan that it was used for. One that
-- nobody used moves nothing.
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
