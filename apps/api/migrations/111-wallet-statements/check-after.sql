-- Every statement's lines add up from its opening to its closing balance, as reconciliation proves each night.
select 'statement ' || statement_id || ' does not add up'
from wallet.bank_statements s
where closing_balance_micros <> opening_balance_micros
  + coalesce((select sum(amount_micros) from wallet.bank_lines l where l.statement_id = s.statement_id), 0)
