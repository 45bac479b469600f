create policy staff on follows.leader_fees to adtally_program using ((select platform.scope_is_system()));
-- A follower sees their own; a leader hears how many follow them from the program, never who.
create policy follower on follows.relations to adtally_program using (
  (select platform.scope_is_system()) or follower_id = (select platform.scope_customer_id()));
create policy follower on follows.drafts to adtally_program using (
  (select platform.scope_is_system()) or follower_id = (select platform.scope_customer_id()));
create policy staff on follows.pairs to adtally_program using ((select platform.scope_is_system()));
create policy staff on follows.mark_entries to adtally_program using ((select platform.scope_is_system()));
