select 'the program can change or remove startup.' || privileges.table_name
from information_schema.table_privileges as privileges
where privileges.table_schema = 'startup' and privileges.grantee = 'adtally_program'
  and privileges.privilege_type not in ('SELECT', 'INSERT')
