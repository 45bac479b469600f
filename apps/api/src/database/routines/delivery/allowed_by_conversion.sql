-- A valid conversion that the advertiser confirmed: its plan's fixed payout, from the plan's reserve, which free
-- escrow refills once it is used up (PRODUCT §4).
create or replace function delivery.allowed_by_conversion(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select event.event_id, 'conversion', allowed.*
  from unnest(ids) as id
  join delivery.conversions conversion on conversion.event_id = id and conversion.state in ('credited', 'owed')
  join delivery.events event on event.event_id = id and event.decision_id = conversion.decision_id
    and event.kind = 'conversion' and event.rule is null
  join plans.plans plan on plan.plan_id = event.plan_id
  cross join lateral (values
    ('debit'::ledger.side, 'escrow', advertiser_id, null::uuid, 0, plan.payout_micros),
    ('credit', 'escrow_reserved', advertiser_id, plan.plan_id, 0, plan.payout_micros),
    ('debit', 'escrow_reserved', advertiser_id, plan.plan_id, plan.payout_micros, plan.payout_micros),
    ('credit', 'customer_unsettled', customer_id, plan.plan_id, plan.payout_micros, plan.payout_micros)
  ) as allowed
$$;
