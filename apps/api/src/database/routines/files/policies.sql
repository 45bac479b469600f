-- Customers see their own images and how much room these take.
create policy owner on files.images
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on files.usage
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- Applies to the owner as well, and so to every function that runs as the owner.
alter table files.images force row level security;
alter table files.usage force row level security;
