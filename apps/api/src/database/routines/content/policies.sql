-- Customers see their own votes.
create policy owner on content.question_votes
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- Announcements that have not begun are invisible to the login for customers' calls.
create policy begun on content.announcements to adtally_api using (shown_from <= (select platform.now()));
create policy staff on content.announcements to adtally_worker, adtally_office
  using ((select platform.scope_is_system()));

-- Applies to the owner as well, and so to every function that runs as the owner.
alter table content.question_votes force row level security;
