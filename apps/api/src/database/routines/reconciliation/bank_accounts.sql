-- Each bank account's balance by the ledger and by its last statement, and the statement lines not booked yet.
-- Paid-in money is booked on import, paid-out money when it is matched.
create or replace view reconciliation.bank_accounts with (security_invoker = true) as
with rails as (
  select rail, account_id as subject_id from wallet.rails
), statements as (
  select distinct on (rail) rail, statement_id, closing_balance_micros
  from wallet.bank_statements where withdrawn_at is null order by rail, sequence desc
), waiting as (
  select rail, count(*)::integer as lines, sum(amount_micros)::bigint as amount_micros
  from wallet.bank_lines where assigned_kind is null and amount_micros < 0 group by rail
), accounts as (
  select subject_id, sum(debits_posted_micros - credits_posted_micros)::bigint as balance_micros
  from ledger.accounts where code = 'bank' group by subject_id
)
select
  coalesce(rails.rail, statements.rail, accounts.subject_id::text) as rail, statements.statement_id,
  coalesce(accounts.balance_micros, 0) as ledger_micros,
  coalesce(statements.closing_balance_micros, 0) as closing_balance_micros,
  coalesce(waiting.lines, 0) as waiting_lines, coalesce(waiting.amount_micros, 0) as waiting_micros,
  coalesce(statements.closing_balance_micros, 0) - coalesce(waiting.amount_micros, 0) as expected_micros
from rails
full join statements using (rail)
full join accounts on accounts.subject_id = rails.subject_id
left join waiting on waiting.rail = coalesce(rails.rail, statements.rail);
