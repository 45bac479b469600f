-- Customers see their own contract, from what was shown to what was signed.
create policy owner on contracts.versions
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on contracts.uploads
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on contracts.signatures
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- Applies to the owner as well, and so to every function that runs as the owner.
alter table contracts.versions force row level security;
alter table contracts.uploads force row level security;
alter table contracts.signatures force row level security;
