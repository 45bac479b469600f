-- Bank + receivables = liabilities + equity: the total of each kind of account, on the side where it grows.
create or replace view reconciliation.account_totals with (security_invoker = true) as
select
  code, owner_kind, side,
  case
    when code = 'recovery' then 'contra'
    when side = 'debit' then 'asset'
    when code in ('own', 'promo', 'reserve', 'fee') then 'equity'
    else 'liability'
  end as class,
  count(account.id)::integer as accounts,
  coalesce(sum(
    case side
      when 'credit' then credits_posted_micros - debits_posted_micros
      else debits_posted_micros - credits_posted_micros
    end), 0)::bigint as balance_micros
from ledger.account_codes rule
left join (select id, code, credits_posted_micros, debits_posted_micros from ledger.accounts) account using (code)
group by code, owner_kind, side;
