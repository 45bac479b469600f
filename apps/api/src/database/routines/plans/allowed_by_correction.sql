-- Corrections by a verdict, by an owed conversion that was paid after settlement, or by a granted appeal: the difference between each
-- revised result and the one before (PRODUCT §3, "Invalid after settlement"). Spend goes back in full; revenue at
-- most by that, because what can't be collected is a receivable. A revision that does not match its verdict,
-- conversion or restoration allows only the impossible, so it is refused even without postings.
create or replace function plans.allowed_by_correction(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with revised as (
    select
      cause_id, plan.plan_id, plan.customer_id, plan.advertiser_id, later.revision, later.leader_id, later.cause,
      later.settled_at, earlier.spend_fee_micros - later.spend_fee_micros as fee_back,
      earlier.cash_spend_micros - later.cash_spend_micros as cash_back,
      earlier.discount_spend_micros - later.discount_spend_micros as discount_back,
      earlier.startup_spend_micros - later.startup_spend_micros as startup_back,
      earlier.revenue_micros - later.revenue_micros as revenue_back,
      later.customer_micros - earlier.customer_micros as customer,
      later.profit_share_micros - earlier.profit_share_micros as share,
      later.startup_return_micros - earlier.startup_return_micros as startup,
      later.rebate_micros - earlier.rebate_micros as rebate,
      later.platform_fee_micros - earlier.platform_fee_micros as fee
    from (
      select id as cause_id, plan_id, revision from unnest(ids) as id join plans.results on verdict_id = id
      union all
      select id, plan_id, revision from unnest(ids) as id join plans.results on conversion_id = id
      union all
      select id, plan_id, revision from unnest(ids) as id join plans.results on restoration_id = id
    ) as named
    join plans.results later using (plan_id, revision)
    join plans.results earlier on earlier.plan_id = named.plan_id and earlier.revision = named.revision - 1
    join plans.plans plan on plan.plan_id = named.plan_id
  ), judged as (
    select revised.*, coalesce(
      case cause
        when 'invalid' then (cash_back + discount_back + startup_back, fee_back, revenue_back) = (
          select sum(verdict.spend_returned_micros),
            sum(case when verdict.spend_returned_micros > 0 then event.fee_micros else 0 end),
            sum(verdict.revenue_reversed_micros)
          from delivery.verdicts verdict join delivery.events event using (event_id, decision_id)
          where verdict.verdict_id = revised.cause_id and event.plan_id = revised.plan_id
            and not delivery.moves_nothing(verdict.rule) and verdict.decided_at >= revised.settled_at
        )
        when 'owed' then (cash_back, discount_back, startup_back, fee_back) = (0, 0, 0, 0) and -revenue_back = (
          select owed.payout_micros
          from plans.owed_conversions owed join delivery.conversions conversion on conversion.event_id = owed.conversion_id
          where owed.conversion_id = revised.cause_id and owed.paid_at is not null and conversion.state = 'owed'
            and (owed.plan_id, conversion.plan_id) = (revised.plan_id, revised.plan_id)
            and owed.payout_micros <= conversion.payout_micros
        )
        when 'restored' then (-cash_back - discount_back - startup_back, -fee_back, -revenue_back) = (
          select sum(restored.spend_restored_micros),
            sum(case when restored.spend_restored_micros > 0 then event.fee_micros else 0 end),
            sum(restored.revenue_restored_micros)
          from delivery.restorations restored join delivery.events event using (event_id, decision_id)
          where restored.restoration_id = revised.cause_id and restored.plan_id = revised.plan_id
            and event.plan_id = revised.plan_id and restored.restored_at >= revised.settled_at
        )
        -- An earlier plan of the same pair was corrected; a person has one account.
        else (cash_back, discount_back, startup_back, fee_back, revenue_back) = (0, 0, 0, 0, 0) and exists (
          select from plans.results changed
          where revised.cause_id in (changed.verdict_id, changed.conversion_id, changed.restoration_id)
            and changed.cause <> 'share' and changed.plan_id <> revised.plan_id
            and (changed.customer_id, changed.leader_id) = (revised.customer_id, revised.leader_id)
        )
      end, false
    ) and (leader_id is null or exists (
      select from follows.drafts draft join follows.relations relation using (relation_id)
      where draft.plan_id = revised.plan_id and relation.leader_id = revised.leader_id
    )) as is_founded
    from revised
  ), founded as (
    select * from judged where is_founded
  )
  select cause_id, allowed.posting, allowed.side, allowed.code, allowed.owner_id, allowed.subject_id,
    greatest(allowed.least_micros, 0), greatest(allowed.most_micros, 0)
  from founded
  cross join lateral (values
    ('settlement', 'debit'::ledger.side, 'plan_cash', customer_id, plan_id, cash_back, cash_back),
    ('settlement', 'debit', 'plan_discount', customer_id, plan_id, discount_back, discount_back),
    ('settlement', 'debit', 'plan_startup', customer_id, plan_id, startup_back, startup_back),
    ('settlement', 'credit', 'customer_available', customer_id, null::uuid, cash_back, cash_back),
    -- What an appeal puts back is paid by reversals of what had come back, at the settlement or before. No part of the plan
    -- holds anything else, so that it can't be less.
    ('settlement', 'debit', 'customer_available', customer_id, null, 0, -cash_back),
    ('settlement', 'debit', 'customer_startup', customer_id, null, 0, -startup_back),
    ('settlement', 'credit', 'plan_cash', customer_id, plan_id, 0, -cash_back),
    ('settlement', 'credit', 'plan_discount', customer_id, plan_id, 0, -discount_back),
    ('settlement', 'credit', 'plan_startup', customer_id, plan_id, 0, -startup_back),
    ('unspent_returned', 'debit', 'customer_available', customer_id, null, 0, -cash_back),
    ('unspent_returned', 'debit', 'customer_startup', customer_id, null, 0, -startup_back),
    ('unspent_returned', 'credit', 'plan_cash', customer_id, plan_id, 0, -cash_back),
    ('unspent_returned', 'credit', 'plan_discount', customer_id, plan_id, 0, -discount_back),
    ('unspent_returned', 'credit', 'plan_startup', customer_id, plan_id, 0, -startup_back),
    ('settlement', 'credit', 'customer_available', customer_id, null, rebate, rebate),
    ('settlement', 'credit', 'customer_available', customer_id, null, 0, customer),
    ('settlement', 'debit', 'customer_unsettled', customer_id, plan_id, 0, customer),
    ('settlement', 'debit', 'customer_unsettled', customer_id, plan_id, 0, startup),
    ('settlement', 'debit', 'customer_available', customer_id, null, 0, -customer),
    ('settlement', 'credit', 'customer_unsettled', customer_id, plan_id, 0, -customer),
    ('settlement', 'credit', 'customer_unsettled', customer_id, plan_id, 0, -startup),
    ('settlement', 'debit', 'customer_available', customer_id, null, -rebate, -rebate),
    ('settlement', 'debit', 'fee_unearned', '00000000-0000-7000-8000-000000000001', plan_id, fee, fee),
    ('settlement', 'debit', 'fee_unearned', '00000000-0000-7000-8000-000000000001', plan_id, rebate, rebate),
    ('settlement', 'credit', 'fee', '00000000-0000-7000-8000-000000000001', null, fee, fee),
    ('settlement', 'debit', 'fee', '00000000-0000-7000-8000-000000000001', null, -fee, -fee),
    ('settlement', 'credit', 'fee_unearned', '00000000-0000-7000-8000-000000000001', plan_id, -fee, -fee),
    ('settlement', 'credit', 'fee_unearned', '00000000-0000-7000-8000-000000000001', plan_id, -rebate, -rebate),
    ('settlement', 'debit', 'escrow_reserved', advertiser_id, plan_id, 0, revenue_back),
    ('settlement', 'credit', 'escrow', advertiser_id, null, 0, revenue_back),
    ('profit_shared', 'debit', 'customer_unsettled', customer_id, plan_id, 0, share),
    ('profit_shared', 'credit', 'customer_available', leader_id, null, 0, share),
    ('profit_shared', 'debit', 'customer_available', leader_id, null, 0, -share),
    ('profit_shared', 'credit', 'customer_unsettled', customer_id, plan_id, 0, -share),
    ('platform_allotted', 'debit', 'own', '00000000-0000-7000-8000-000000000001', null, 0, -startup),
    ('platform_allotted', 'credit', 'promo', '00000000-0000-7000-8000-000000000001', null, 0, -startup)
  ) as allowed (posting, side, code, owner_id, subject_id, least_micros, most_micros)
  where allowed.owner_id is not null
  union all
  select cause_id, 'recovery_owed', side, code, receivable.customer_id, null, receivable.amount_micros,
    receivable.amount_micros
  from founded
  join plans.receivables receivable on receivable.plan_id = founded.plan_id and receivable.revision = founded.revision
  cross join (values ('debit'::ledger.side, 'receivable'), ('credit', 'recovery')) as owed (side, code)
  union all
  select cause_id, 'settlement', 'debit', 'unfounded', customer_id, plan_id, 1, 0 from judged where not is_founded
$$;
