-- What an appeal put back: what the verdict returned, the way back by reversals of its entries, and by a new charge what
-- no entry of it had given to the part that pays now; conversions by their payout (PRODUCT §2.2).
create or replace function delivery.allowed_by_restoration(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select restored.restoration_id, allowed.*
  from unnest(ids) as id
  join delivery.restorations restored on restored.restoration_id = id
  join delivery.verdicts verdict using (event_id, decision_id)
  join delivery.appeals appeal on appeal.appeal_id = restored.appeal_id and appeal.decision = 'granted'
  join delivery.events event using (event_id, decision_id)
  join plans.plans plan on plan.plan_id = event.plan_id
  cross join lateral (
    select
      least(restored.spend_restored_micros, verdict.spend_returned_micros) - restored.spend_anew_micros as charged,
      restored.spend_anew_micros as anew,
      case when restored.spend_restored_micros > 0 then event.charge_micros - event.fee_micros else 0 end as earned,
      least(restored.revenue_restored_micros, verdict.revenue_reversed_micros) as paid
  ) moved
  cross join lateral (values
    ('invalid_before_settlement', 'debit'::ledger.side, 'plan_parts', plan.customer_id, plan.plan_id, charged, charged),
    ('invalid_before_settlement', 'credit', 'publisher_unsettled', event.publisher_id, plan.plan_id,
      greatest(earned - anew, 0), least(earned, charged)),
    ('spend', 'debit', 'plan_parts', plan.customer_id, plan.plan_id, anew, anew),
    ('spend', 'credit', 'publisher_unsettled', event.publisher_id, plan.plan_id, 0, least(earned, anew)),
    ('conversion', 'debit', 'escrow', plan.advertiser_id, null::uuid, 0, paid),
    ('conversion', 'credit', 'escrow_reserved', plan.advertiser_id, plan.plan_id, 0, paid),
    ('conversion', 'debit', 'escrow_reserved', plan.advertiser_id, plan.plan_id, paid, paid),
    ('conversion', 'credit', 'customer_unsettled', plan.customer_id, plan.plan_id, paid, paid)
  ) as allowed
$$;
