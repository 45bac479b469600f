-- Customers see their own devices; only the program sees pending messages.
create policy owner on webpush.devices
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy system_only on webpush.messages using ((select platform.scope_is_system()));
