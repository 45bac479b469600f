-- Rates, pairs and marks are only added; a following ends, and a draft is decided.
grant usage on schema follows to adtally_program;
grant select on follows.leader_fees, follows.relations, follows.drafts, follows.pairs, follows.mark_entries
  to adtally_api, adtally_worker, adtally_office;
grant update (ended_at, end_reason) on follows.relations to adtally_api, adtally_worker;
grant update (state, decided_at, plan_id) on follows.drafts to adtally_api;
-- The worker makes drafts and lets them lapse; which of them a plan was placed from, and so who shares its profit,
-- comes from the customer's own call.
grant update (state, decided_at) on follows.drafts to adtally_worker;

grant insert on follows.pairs to adtally_api, adtally_worker;
grant insert on follows.relations to adtally_api;
grant execute on function follows.lock_circle() to adtally_api;

grant insert (draft_id, relation_id, follower_id, leader_id, leader_plan_id, product_id, duration_days, leader_placed_at,
  created_at, expires_at) on follows.drafts to adtally_worker;
grant insert on follows.mark_entries to adtally_worker;
grant execute on function follows.lock_pairs(uuid[], uuid[]) to adtally_worker;

grant insert on follows.leader_fees to adtally_office;
