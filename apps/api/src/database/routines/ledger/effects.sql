-- What every transfer did to its accounts, and to the wallet of whoever owns them: all that `ledger verify` computes
-- again comes from the transfers alone, by this.
create or replace view ledger.effects with (security_invoker = true) as
select
  transfer.id as transfer_id, side.account_id, side.is_debit,
  case transfer.kind
    when 'pending' then transfer.amount_micros
    when 'post' then -pending.amount_micros
    when 'void' then -pending.amount_micros
    when 'expire' then -pending.amount_micros
    else 0
  end as pending_micros,
  case when transfer.kind in ('posted', 'post', 'reversal') then transfer.amount_micros else 0 end as posted_micros,
  transfer.flow_id, transfer.created_at
from ledger.transfers transfer
left join ledger.transfers pending on pending.id = transfer.pending_id
cross join lateral (
  values (transfer.debit_account_id, true), (transfer.credit_account_id, false)
) as side (account_id, is_debit);
