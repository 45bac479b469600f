-- Plans: exactly what the plan was placed with; after delivery, the unspent return, everything if nothing was
-- delivered.
create or replace function plans.allowed_by_plan(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select plan.plan_id, allowed.*
  from unnest(ids) as id
  join plans.plans plan on plan.plan_id = id
  cross join lateral (select conversion_cap * payout_micros as reserved, case status when 'putFailed' then 1 else 0 end as whole)
    as derived
  cross join lateral (values
    ('plan_placed', 'debit'::ledger.side, 'customer_available', customer_id, null::uuid, cash_micros, cash_micros),
    ('plan_placed', 'credit', 'plan_cash', customer_id, plan_id, cash_micros, cash_micros),
    ('plan_placed', 'debit', 'customer_discount', customer_id, null, discount_micros, discount_micros),
    ('plan_placed', 'credit', 'plan_discount', customer_id, plan_id, discount_micros, discount_micros),
    ('plan_placed', 'debit', 'customer_startup', customer_id, null, startup_micros, startup_micros),
    ('plan_placed', 'credit', 'plan_startup', customer_id, plan_id, startup_micros, startup_micros),
    ('plan_placed', 'debit', 'escrow', advertiser_id, null, reserved, reserved),
    ('plan_placed', 'credit', 'escrow_reserved', advertiser_id, plan_id, reserved, reserved),
    ('unspent_returned', 'debit', 'plan_cash', customer_id, plan_id, whole * cash_micros, cash_micros),
    ('unspent_returned', 'credit', 'customer_available', customer_id, null, whole * cash_micros, cash_micros),
    ('unspent_returned', 'debit', 'plan_discount', customer_id, plan_id, whole * discount_micros, discount_micros),
    ('unspent_returned', 'debit', 'plan_startup', customer_id, plan_id, whole * startup_micros, startup_micros),
    ('unspent_returned', 'credit', 'customer_startup', customer_id, null, 0, startup_micros),
    ('unspent_returned', 'debit', 'escrow_reserved', advertiser_id, plan_id, whole * reserved, whole * reserved),
    ('unspent_returned', 'credit', 'escrow', advertiser_id, null, whole * reserved, whole * reserved)
  ) as allowed (posting, side, code, owner_id, subject_id, least_micros, most_micros)
  -- A missing row allows nothing.
  where allowed.most_micros > 0
    and (allowed.posting <> 'unspent_returned' or plan.status in ('putFailed', 'waitSettle', 'settled'))
$$;
