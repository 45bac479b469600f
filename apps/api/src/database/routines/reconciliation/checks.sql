select format('the program may change %I.%I', table_schema, table_name) as problem
from information_schema.role_table_grants
where grantee = 'adtally_program' and table_schema = 'reconciliation'
  and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')
