-- Every account's debits and credits, computed from the transfers.
create or replace view ledger.rebuilt_accounts with (security_invoker = true) as
select
  account_id as id,
  coalesce(sum(moved_micros) filter (where is_debit), 0) as debits_posted_micros,
  coalesce(sum(moved_micros) filter (where not is_debit), 0) as credits_posted_micros
from ledger.effects
group by account_id;
