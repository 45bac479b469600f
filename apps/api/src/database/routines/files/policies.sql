-- Customers see their own images, and how much room they take up.
create policy owner on files.images
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on files.usage
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
