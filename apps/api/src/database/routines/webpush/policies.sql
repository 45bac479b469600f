-- Customers see their own devices; what is on its way nobody but the program.
create policy owner on webpush.devices
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy system_only on webpush.messages using ((select platform.scope_is_system()));
