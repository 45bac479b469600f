-- Customers see their own months.
create policy owner on vip.months to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
