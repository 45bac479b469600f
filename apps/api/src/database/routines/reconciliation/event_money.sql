-- What plans paid each publisher and the platform, and what conversions earned, by the events' stored numbers
-- (PRODUCT §3: batches sum stored numbers).
create or replace view reconciliation.event_money with (security_invoker = true) as
select plan_id, 'publisher ' || publisher_id as earner, sum(charge_micros - fee_micros)::bigint as amount_micros
from delivery.events
join delivery.cursors on cursors.node_id = events.node_id and events.batch <= cursors.batch
where rule is null and charge_micros > 0 and not exists (
  select from delivery.verdicts where verdicts.event_id = events.event_id
    and not exists (
      select from delivery.restorations where restorations.event_id = verdicts.event_id and spend_restored_micros > 0))
group by plan_id, publisher_id
union all
select plan_id, 'fee', sum(fee_micros)::bigint
from delivery.events
join delivery.cursors on cursors.node_id = events.node_id and events.batch <= cursors.batch
where rule is null and charge_micros > 0 and not exists (
  select from delivery.verdicts where verdicts.event_id = events.event_id
    and not exists (
      select from delivery.restorations where restorations.event_id = verdicts.event_id and spend_restored_micros > 0))
group by plan_id
union all
select plan_id, 'conversions', sum(amount_micros)::bigint
from (
  select plan_id, payout_micros as amount_micros from delivery.conversions where state = 'credited'
  union all
  select plan_id, payout_micros from plans.owed_conversions where paid_at is not null
) as paid
group by plan_id;
