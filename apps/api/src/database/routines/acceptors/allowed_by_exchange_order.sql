-- Exchange orders: the amount may go into escrow once confirmed, and out by the order's outcome; the acceptor's bond
-- makes good what was completed wrongly.
create or replace function acceptors.allowed_by_exchange_order(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with confirmed as materialized (
    select order_id, status, amount_micros, fee_micros,
      ledger.account_of('customer_available', customer_id) as available, ledger.account_of('fx_hold', customer_id) as held,
      ledger.account_of('acceptor_available', acceptor_id) as acceptor_available,
      ledger.account_of('acceptor_bond', acceptor_id) as bond
    from acceptors.orders
    where order_id = any (ids) and status not in ('offered', 'expired', 'withdrawn')
  ), moved (order_id, posting, debit, credit, amount_micros) as (
    select order_id, 'exchange_accepted', available, held, amount_micros from confirmed
    union all
    select order_id, 'exchange_completed', held, acceptor_available, amount_micros - fee_micros
    from confirmed where status in ('completed', 'made_good')
    union all
    select order_id, 'exchange_completed', held, ledger.account_of('fee'), fee_micros
    from confirmed where status in ('completed', 'made_good')
    union all
    select order_id, 'exchange_returned', held, available, amount_micros from confirmed where status = 'returned'
    union all
    select order_id, 'exchange_made_good', bond, available, amount_micros from confirmed where status = 'made_good'
  )
  select allowed.* from moved
  cross join lateral ledger.allowed(order_id, posting, debit, credit, amount_micros) allowed
$$;
