select role || ' can change the terms of ' || columns.table_name || '.' || columns.column_name
from platform.process_roles() as role, information_schema.columns as columns
where columns.table_schema = 'coupons'
  and has_column_privilege(role, 'coupons.' || columns.table_name, columns.column_name, 'update')
  and columns.column_name not in (
    'state', 'closed_at', 'close_reason', 'revoke_reason', 'revoke_proposal_id', 'plan_id', 'worth_micros', 'used_day')
