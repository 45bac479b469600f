-- A verdict on events: spend goes back in full by the stored numbers; conversions in full before settlement, and
-- after it as far as they could be collected (PRODUCT §2.2).
create or replace function delivery.allowed_by_verdict(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select verdict.verdict_id, allowed.*
  from unnest(ids) as id
  join delivery.verdicts verdict on verdict.verdict_id = id and not delivery.moves_nothing(verdict.rule)
  join delivery.events event using (event_id, decision_id)
  join plans.plans plan on plan.plan_id = event.plan_id
  cross join lateral (
    select
      case when verdict.spend_returned_micros > 0 then event.charge_micros else 0 end as charged,
      case when verdict.spend_returned_micros > 0 then event.charge_micros - event.fee_micros else 0 end as earned,
      case when event.kind = 'conversion' then least(verdict.revenue_reversed_micros, plan.payout_micros) else 0 end as paid,
      exists (
        select from plans.results where results.verdict_id = verdict.verdict_id and results.plan_id = plan.plan_id
      ) as was_settled
  ) moved
  cross join lateral (values
    ('invalid_before_settlement', 'debit'::ledger.side, 'publisher_unsettled', event.publisher_id, plan.plan_id,
      earned, earned),
    ('invalid_before_settlement', 'credit', 'plan_parts', plan.customer_id, plan.plan_id, charged, charged),
    ('conversion', 'debit', 'customer_unsettled', plan.customer_id, plan.plan_id,
      case when was_settled then 0 else paid end, paid),
    ('conversion', 'credit', 'escrow_reserved', plan.advertiser_id, plan.plan_id,
      case when was_settled then 0 else paid end, paid)
  ) as allowed
$$;
