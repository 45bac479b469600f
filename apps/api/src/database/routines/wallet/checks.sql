select role || ' may write ' || name || ' by itself' as problem
from platform.process_roles() as role, unnest(array[
  'wallet.brought_statements', 'wallet.brought_lines', 'wallet.bank_statements', 'wallet.bank_lines']) as name
where has_table_privilege(role, name, 'insert, update, delete, truncate, trigger')
  or has_any_column_privilege(role, name, 'insert')
union all
select role || ' may say by itself that a bank line was none of the bank''s'
from platform.process_roles() as role where has_column_privilege(role, 'wallet.bank_lines', 'is_withdrawn', 'update')
