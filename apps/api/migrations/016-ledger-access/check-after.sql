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
union all
select format('the program may call %s', oid::regprocedure)
from pg_proc
where pronamespace = 'ledger'::regnamespace
  and has_function_privilege('adtally_program', oid, 'execute')
  and proname not in (
    'account_id', 'expire_pending', 'flow_line_entries', 'lock_and_find_requests', 'post_transfers', 'record_requests',
    'untotalled_flow_types'
  )
