-- A batch of events: each plan pays for its valid ones by their stored numbers, and each publisher gets its share
-- (PRODUCT §3, "Spend"). Events of plans that accepted no more spend, and those over a cap, got a verdict
-- instead.
create or replace function delivery.allowed_by_spend_batch(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select billed.batch_id, 'spend', allowed.*
  from (
    select batch.batch_id, event.plan_id, event.publisher_id, sum(charge_micros) as charged,
      sum(charge_micros - fee_micros) as earned
    from unnest(ids) as id
    join delivery.spend_batches batch on batch.batch_id = id
    join delivery.events event
      on event.node_id = batch.node_id and event.batch > batch.after_batch and event.batch <= batch.until_batch
    where event.rule is null and event.charge_micros > 0 and not exists (
      select from delivery.verdicts verdict where verdict.event_id = event.event_id and delivery.moves_nothing(verdict.rule)
    )
    group by 1, 2, 3
  ) billed
  join plans.plans plan using (plan_id)
  cross join lateral (values
    ('debit'::ledger.side, 'plan_parts', customer_id, plan_id, charged, charged),
    ('credit', 'publisher_unsettled', publisher_id, plan_id, earned, earned)
  ) as allowed
$$;
