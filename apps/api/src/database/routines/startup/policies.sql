-- Customers see their own grants and returns.
create policy owner on startup.grants to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on startup.returns to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
