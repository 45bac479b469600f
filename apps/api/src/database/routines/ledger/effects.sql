-- What every transfer did to its accounts and its owners' wallets, from which `ledger verify` recomputes everything.
create or replace view ledger.effects with (security_invoker = true) as
select
  transfer.id as transfer_id, side.account_id, side.is_debit, transfer.amount_micros as moved_micros, transfer.flow_id,
  transfer.created_at
from ledger.transfers transfer
cross join lateral (
  values (transfer.debit_account_id, true), (transfer.credit_account_id, false)
) as side (account_id, is_debit);
