select format('the program may write %I.%I by itself', schemaname, tablename) as problem
from pg_tables
where schemaname = 'ledger'
  and has_table_privilege(
    'adtally_program', format('%I.%I', schemaname, tablename), 'insert, update, delete, truncate, trigger'
  )
