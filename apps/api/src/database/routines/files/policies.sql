-- Customers see their own images, and how much room they take up.
create policy owner on files.images
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on files.usage
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- The owner is held to them too, and with it every function that works as the owner.
alter table files.images force row level security;
alter table files.usage force row level security;
