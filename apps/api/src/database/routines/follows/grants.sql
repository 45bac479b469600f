-- Rates, pairs and marks are only ever added to; a following ends, and a draft is decided.
grant usage on schema follows to adtally_program;
grant select, insert on follows.leader_fees, follows.relations, follows.drafts, follows.pairs, follows.mark_entries
  to adtally_program;
grant update (ended_at, end_reason) on follows.relations to adtally_program;
grant update (state, decided_at, plan_id) on follows.drafts to adtally_program;
grant execute on function follows.lock_circle(), follows.lock_pairs(uuid[], uuid[]) to adtally_program;
