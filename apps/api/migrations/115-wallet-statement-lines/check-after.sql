select 'lines of ' || line.statement_id || ' have no statement'
from (select distinct statement_id from wallet.bank_lines) line
where not exists (select from wallet.bank_statements statement where statement.statement_id = line.statement_id);
