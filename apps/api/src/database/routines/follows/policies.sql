create policy staff on follows.leader_fees to adtally_program using ((select platform.scope_is_system()));
-- Followers see their own; leaders only learn the number of their followers, from the program.
create policy follower on follows.relations to adtally_program using (
  (select platform.scope_is_system()) or follower_id = (select platform.scope_customer_id()));
create policy follower on follows.drafts to adtally_program using (
  (select platform.scope_is_system()) or follower_id = (select platform.scope_customer_id()));
create policy staff on follows.pairs to adtally_program using ((select platform.scope_is_system()));
create policy staff on follows.mark_entries to adtally_program using ((select platform.scope_is_system()));
