-- What every account has been debited and credited, computed from the transfers.
create or replace view ledger.rebuilt_accounts with (security_invoker = true) as
select
  account_id as id,
  coalesce(sum(pending_micros) filter (where is_debit), 0)::bigint as debits_pending_micros,
  coalesce(sum(posted_micros) filter (where is_debit), 0)::bigint as debits_posted_micros,
  coalesce(sum(pending_micros) filter (where not is_debit), 0)::bigint as credits_pending_micros,
  coalesce(sum(posted_micros) filter (where not is_debit), 0)::bigint as credits_posted_micros
from ledger.effects
group by account_id;
