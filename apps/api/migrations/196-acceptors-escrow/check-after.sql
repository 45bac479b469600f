-- What lies in escrow is what open orders say, for every customer.
select 'customer ' || coalesce(held.owner_id, orders.customer_id) || ' has ' || coalesce(held.micros, 0)
  || ' in escrow and ' || coalesce(orders.micros, 0) || ' in orders'
from (
  select owner_id, sum(credits_posted_micros - debits_posted_micros) as micros
  from ledger.accounts where code = 'fx_hold' group by owner_id) as held
full join (
  select customer_id, sum(amount_micros) as micros
  from acceptors.orders where status in ('escrowed', 'paid', 'disputed') group by customer_id) as orders
  on orders.customer_id = held.owner_id
where coalesce(held.micros, 0) <> coalesce(orders.micros, 0)
