-- Statements, except withdrawn ones, must follow each other, each must add up from its lines, and the bank must not
-- say otherwise: then its closing balance is what is expected.
create or replace view reconciliation.statement_differences with (security_invoker = true) as
with chained as (
  select statement_id, opening_balance_micros, closing_balance_micros,
    lag(closing_balance_micros) over (partition by rail order by sequence) as last_closing_micros
  from wallet.bank_statements where withdrawn_at is null
), lines as (
  select statement_id, sum(amount_micros)::bigint as amount_micros from wallet.bank_lines group by statement_id
)
select 'opening ' || statement_id as subject, last_closing_micros as expected_micros,
  opening_balance_micros as found_micros
from chained where last_closing_micros <> opening_balance_micros
union all
select 'closing ' || statement_id, opening_balance_micros + coalesce(amount_micros, 0), closing_balance_micros
from chained left join lines using (statement_id)
where closing_balance_micros <> opening_balance_micros + coalesce(amount_micros, 0)
union all
select 'contradicted ' || statement_id || ' by the bank''s ' || external_id || ' fetched as ' || fetched_id, said_micros,
  closing_balance_micros
from wallet.contradicted_statements;
