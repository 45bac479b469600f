-- Customers see only their own wishes; the program tells others that the clock is moving.
create policy own_rows on sandbox.clock_wishes using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- For staff only.
create policy system_only on sandbox.office using ((select platform.scope_is_system()));
