-- Customers see their own score, and each change of it.
create policy owner on standing.scores to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on standing.credit_changes to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
