-- New drafts are, now, for followers of the customer whose plan they repeat, and lapse with that plan or after seven
-- days. Whatever a message told the worker.
create or replace function follows.check_drafts_made() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  at constant timestamptz := platform.now();
begin
  if exists (
    select from new_drafts draft
    left join follows.relations relation
      on relation.relation_id = draft.relation_id and relation.ended_at is null
      and (relation.follower_id, relation.leader_id) = (draft.follower_id, draft.leader_id)
    left join plans.plans plan
      on plan.plan_id = draft.leader_plan_id and (plan.customer_id, plan.product_id) = (draft.leader_id, draft.product_id)
      and date_trunc('milliseconds', plan.created_at) = draft.leader_placed_at
    where relation.relation_id is null or plan.plan_id is null or draft.state <> 'open'
      or draft.created_at not between platform.a_moment_ago() and at + interval '1 minute'
      or draft.expires_at > least(plan.ends_at, draft.created_at + interval '168 hours 1 minute')
  ) then
    raise exception 'a draft repeats a plan of the leader whom its customer follows' using errcode = 'check_violation';
  end if;
  return null;
end $$;
