-- Compares all bank accounts' newest positions with what is owed. A shortfall, which is a loss beyond the reserve,
-- alone stops payments (PRODUCT §3), and so does a booked statement that the bank contradicts, whose closing balance is
-- then not known to be the bank's. Runs with every placed plan, so newest positions are looked up at a cost
-- independent of the number of statements.
create or replace view wallet.money_owed with (security_invoker = true) as
with recursive rails as (
  (select rail from wallet.bank_positions order by rail limit 1)
  union all
  select (select next.rail from wallet.bank_positions next where next.rail > rails.rail order by next.rail limit 1)
  from rails where rails.rail is not null
), newest as (
  select position.*
  from rails
  cross join lateral (
    select sequence, closing_balance_micros, customers_money_micros, in_transit_micros
    from wallet.bank_positions where bank_positions.rail = rails.rail order by sequence desc limit 1
  ) as position
), latest as (
  select customers_money_micros + in_transit_micros as owed_micros from newest order by sequence desc limit 1
)
select bank_micros, owed_micros, shortfall_micros, contradicted,
  bank_micros < owed_micros or shortfall_micros > 0 or contradicted as stopped
from latest, (select wallet.is_contradicted(null) as contradicted) as bank_says, (select sum(closing_balance_micros)::bigint as bank_micros from newest) as bank,
  (select coalesce(sum(debits_posted_micros - credits_posted_micros), 0)::bigint as shortfall_micros
    from ledger.accounts
    where id = ledger.account_id('shortfall', '00000000-0000-7000-8000-000000000001', null)) as beyond;
