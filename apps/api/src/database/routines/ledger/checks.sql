select format('the program may write %I.%I by itself', schemaname, tablename) as problem
from pg_tables
where schemaname = 'ledger'
  and has_table_privilege(
    'adtally_program', format('%I.%I', schemaname, tablename), 'insert, update, delete, truncate, trigger'
  )
union all
select format('%I.%I has no row-level security', schemaname, tablename)
from pg_tables
where schemaname = 'ledger' and not rowsecurity and tablename not in ('account_codes', 'posting_pairs')
