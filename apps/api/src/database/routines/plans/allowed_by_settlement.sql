-- Settled plans: the first result, divided as it says, less repayments of earlier receivables; remaining parts and
-- escrow; and, once nothing can be charged back any more, the publishers' earnings (PRODUCT §3).
create or replace function plans.allowed_by_settlement(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with settled as (
    select
      plan.*, result.startup_return_micros, result.profit_share_micros, result.customer_micros, result.rebate_micros,
      result.platform_fee_micros, result.leader_id, result.settled_at,
      -- An appeal may have put back more than was valid at the settlement.
      (select max(spend_micros) from plans.results where results.plan_id = plan.plan_id) as spend_micros,
      plan.cash_micros - result.cash_spend_micros as cash_left, plan.startup_micros - result.startup_spend_micros as startup_left,
      plan.discount_micros - result.discount_spend_micros as discount_left,
      coalesce(repaid.in_all, 0) as repaid, coalesce(repaid.to_escrow, 0) as repaid_to_escrow
    from unnest(ids) as id
    join plans.plans plan on plan.plan_id = id
    join plans.results result on result.plan_id = plan.plan_id and result.revision = 1
    left join lateral (
      select sum(reduction.amount_micros) as in_all,
        sum(reduction.amount_micros) filter (where creditor_customer_id is null) as to_escrow
      from plans.receivable_reductions reduction join plans.receivables using (receivable_id)
      where reduction.plan_id = plan.plan_id
    ) repaid on true
    where plan.status = 'settled'
  )
  select plan_id, allowed.*
  from settled
  cross join lateral (values
    ('settlement', 'debit'::ledger.side, 'customer_unsettled', customer_id, plan_id,
      startup_return_micros + customer_micros - repaid, startup_return_micros + customer_micros - repaid),
    ('settlement', 'credit', 'customer_available', customer_id, null::uuid,
      customer_micros - repaid + rebate_micros, customer_micros - repaid + rebate_micros + cash_left),
    ('settlement', 'debit', 'fee_unearned', '00000000-0000-7000-8000-000000000001', plan_id,
      platform_fee_micros + rebate_micros, platform_fee_micros + rebate_micros),
    ('settlement', 'credit', 'fee', '00000000-0000-7000-8000-000000000001', null, platform_fee_micros, platform_fee_micros),
    ('settlement', 'debit', 'plan_cash', customer_id, plan_id, 0, cash_left),
    ('settlement', 'debit', 'plan_discount', customer_id, plan_id, 0, discount_left),
    ('settlement', 'debit', 'plan_startup', customer_id, plan_id, 0, startup_left),
    ('settlement', 'credit', 'customer_startup', customer_id, null, 0, startup_left),
    ('settlement', 'debit', 'escrow_reserved', advertiser_id, plan_id, 0, conversion_cap * payout_micros),
    ('settlement', 'credit', 'escrow', advertiser_id, null, 0, conversion_cap * payout_micros),
    ('profit_shared', 'debit', 'customer_unsettled', customer_id, plan_id,
      profit_share_micros + repaid - repaid_to_escrow, profit_share_micros + repaid - repaid_to_escrow),
    ('profit_shared', 'credit', 'customer_available', leader_id, null, profit_share_micros, profit_share_micros),
    ('recovery_collected', 'debit', 'customer_unsettled', customer_id, plan_id, repaid_to_escrow, repaid_to_escrow),
    ('recovery_collected', 'debit', 'recovery', customer_id, null, repaid, repaid),
    ('recovery_collected', 'credit', 'receivable', customer_id, null, repaid, repaid)
  ) as allowed (posting, side, code, owner_id, subject_id, least_micros, most_micros)
  -- A missing row allows nothing.
  where allowed.owner_id is not null and allowed.most_micros <> 0
  union all
  select settled.plan_id, allowed.*
  from settled
  join plans.receivable_reductions reduction on reduction.plan_id = settled.plan_id
  join plans.receivables receivable using (receivable_id)
  cross join lateral (values
    ('recovery_collected', 'credit'::ledger.side, 'escrow', receivable.advertiser_id, null::uuid,
      receivable.creditor_customer_id is null),
    ('profit_shared', 'credit', 'customer_available', creditor_customer_id, null, creditor_customer_id is not null)
  ) as repaid (posting, side, code, owner_id, subject_id, is_theirs)
  cross join lateral (
    select repaid.posting, repaid.side, repaid.code, repaid.owner_id, repaid.subject_id, reduction.amount_micros,
      reduction.amount_micros
  ) as allowed
  where repaid.is_theirs
  union all
  select plan_id, 'settlement', side, code, publisher_id, subject_id, 0, spend_micros
  from settled
  join plans.plan_publishers using (plan_id)
  join policies.versions on version = settled.policy_version
  cross join lateral (values
    ('debit'::ledger.side, 'publisher_unsettled', plan_id), ('credit', 'publisher_available', null::uuid)
  ) as released (side, code, subject_id)
  where platform.now() >= settled_at + (versions.values ->> 'publisher_hold_ms')::bigint * interval '1 millisecond'
$$;
