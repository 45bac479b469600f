-- Customers see their own votes.
create policy owner on content.question_votes
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- For whoever answers customers, nothing is there that has not begun.
create policy begun on content.announcements to adtally_api using (shown_from <= (select platform.now()));
create policy staff on content.announcements to adtally_worker, adtally_office
  using ((select platform.scope_is_system()));

-- The owner is held to them too, and with it every function that works as the owner.
alter table content.question_votes force row level security;
