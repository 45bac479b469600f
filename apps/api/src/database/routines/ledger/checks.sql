select format('%s may write %I.%I by itself', role, schemaname, tablename) as problem
from pg_tables, platform.process_roles() as role
where schemaname = 'ledger'
  and has_table_privilege(
    role, format('%I.%I', schemaname, tablename), 'insert, update, delete, truncate, trigger'
  )
union all
select format('%I.%I has no row-level security', schemaname, tablename)
from pg_tables
where schemaname = 'ledger' and not rowsecurity and tablename not in ('account_codes', 'posting_pairs', 'posting_causes', 'cause_kinds')
