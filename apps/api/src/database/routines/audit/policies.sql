-- Customers see entries about themselves.
create policy entries_scope on audit.entries for select
using (platform.scope_is_system() or customer_id = platform.scope_customer_id());
