-- Customers see their own votes; announcements are everybody's to read.
create policy owner on content.question_votes
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- The owner is held to them too, and with it every function that works as the owner.
alter table content.question_votes force row level security;
