select format('%I.%I has no row-level security', schemaname, tablename) as problem
from pg_tables
where schemaname = 'ledger' and not rowsecurity and tablename not in ('account_codes', 'posting_pairs')
