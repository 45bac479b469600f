-- A draft is confirmed by a plan of its follower and product that this very transaction places: its entries, which
-- nobody changes afterwards, are this transaction's. A plan that runs already takes no part in sharing.
create or replace function follows.check_drafts_confirmed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if exists (
    select from new_drafts draft join old_drafts before using (draft_id)
    where draft.state = 'confirmed' and before.state <> 'confirmed' and not exists (
      select from plans.plans plan
      join ledger.transfers transfer on transfer.cause_id = plan.plan_id and transfer.cause_kind = 'plan'
      where plan.plan_id = draft.plan_id
        and (plan.customer_id, plan.product_id) = (draft.follower_id, draft.product_id)
        and plan.created_at >= draft.created_at - interval '1 minute'
        and transfer.posting = 'plan_placed' and transfer.xmin = pg_current_xact_id()::xid)
  ) then
    raise exception 'a draft is confirmed by a plan of its follower and product that is placed with it'
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
