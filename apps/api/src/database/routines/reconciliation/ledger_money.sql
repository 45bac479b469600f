-- What plans paid each publisher and the platform, and what conversions earned, by the ledger. Splits transfers into
-- sides first: joining on either of two columns would compare every account with every transfer.
create or replace view reconciliation.ledger_money with (security_invoker = true) as
select account.subject_id as plan_id,
  case account.code when 'fee_unearned' then 'fee' else 'publisher ' || account.owner_id end as earner,
  sum(side.amount_micros)::bigint as amount_micros
from ledger.transfers transfer
cross join lateral (
  values (transfer.credit_account_id, transfer.amount_micros), (transfer.debit_account_id, -transfer.amount_micros)
) as side (account_id, amount_micros)
join ledger.accounts account on account.id = side.account_id
where account.code in ('publisher_unsettled', 'fee_unearned')
  and transfer.posting in ('spend', 'invalid_before_settlement')
group by 1, 2
union all
select account.subject_id, 'conversions', sum(transfer.amount_micros)::bigint
from ledger.transfers transfer
join ledger.accounts account on account.id = transfer.credit_account_id
where account.code = 'customer_unsettled' and transfer.posting = 'conversion' and transfer.reverses_id is null
  -- What an appeal puts back was earned before.
  and transfer.cause_kind <> 'restoration'
group by 1;
