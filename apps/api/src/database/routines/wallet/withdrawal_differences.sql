-- Compares the account that holds a customer's withdrawals with these; otherwise one could be paid with another's
-- money and the books would still add up. A part on hold is in `risk_hold` until its release.
create or replace view wallet.withdrawal_differences with (security_invoker = true) as
with open as (
  select withdrawal_id, customer_id, amount_micros
  from wallet.withdrawals where status in ('held', 'requested', 'approved')
), owed as (
  select customer_id, sum(amount_micros)::bigint as amount_micros
  from (
    select customer_id, amount_micros from open
    union all
    select open.customer_id, -hold.amount_micros
    from wallet.holds hold join open using (withdrawal_id) where hold.released_at is null
  ) as part
  group by customer_id
), set_aside as (
  select owner_id as customer_id, credits_posted_micros - debits_posted_micros as amount_micros
  from ledger.accounts where code = 'withdrawal_hold'
)
select 'withdrawals of ' || customer_id as subject,
  coalesce(owed.amount_micros, 0) as expected_micros, coalesce(set_aside.amount_micros, 0) as found_micros
from owed full join set_aside using (customer_id)
where coalesce(owed.amount_micros, 0) <> coalesce(set_aside.amount_micros, 0);
