select 'the program can change the terms of ' || columns.table_name || '.' || columns.column_name
from information_schema.column_privileges as columns
where columns.table_schema = 'coupons' and columns.grantee = 'adtally_program' and columns.privilege_type = 'UPDATE'
  and columns.column_name not in (
    'state', 'closed_at', 'close_reason', 'revoke_reason', 'revoke_proposal_id', 'plan_id', 'worth_micros', 'used_day')
