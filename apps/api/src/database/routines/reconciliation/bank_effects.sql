-- Each bank account's movements in the ledger, by the bank line that an entry cites. Splits transfers into sides
-- first: joining on either of two columns would compare every account with every transfer.
create or replace view reconciliation.bank_effects with (security_invoker = true) as
select account.id as account_id, account.subject_id, transfer.id as transfer_id, transfer.cause_kind, transfer.cause_id,
  side.amount_micros
from ledger.transfers transfer
cross join lateral (
  values (transfer.debit_account_id, transfer.amount_micros), (transfer.credit_account_id, -transfer.amount_micros)
) as side (account_id, amount_micros)
join ledger.accounts account on account.id = side.account_id
where account.code = 'bank';
