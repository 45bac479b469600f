-- Customers see their own votes; announcements are everybody's to read.
create policy owner on content.question_votes
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
