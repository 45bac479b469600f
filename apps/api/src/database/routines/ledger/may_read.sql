-- Whether this transaction may read a customer's fund flow; for functions that read it as the owner.
create or replace function ledger.may_read(line_customer_id uuid) returns boolean
language sql stable set search_path = ''
return platform.scope_is_system() or line_customer_id = platform.scope_customer_id();
