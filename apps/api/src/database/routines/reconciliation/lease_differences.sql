-- Leases that were charged more than they held: what each was granted, and what its events came to with those that were set
-- aside for it. Nobody paid these; who recorded them is asked. Then leases whose spend is not that of their carried events that
-- count, and budgets whose spend is not that of their closed leases: by these sums the next leases are granted.
create or replace view reconciliation.lease_differences with (security_invoker = true) as
select 'lease ' || lease_id as subject, amount_micros as expected_micros, amount_micros + over_micros as found_micros
from (
  select lease_id, sum(charge_micros)::bigint as over_micros
  from delivery.verdicts join delivery.events using (event_id, decision_id)
  where verdicts.rule = 'over_lease'
  group by lease_id
) as over_lease
join delivery.leases using (lease_id)
union all
select 'spend of lease ' || lease_id, coalesce(charged_micros, 0), spent_micros
from delivery.leases left join (
  select lease_id, sum(charge_micros)::bigint as charged_micros
  from delivery.events
  join delivery.cursors using (node_id)
  left join delivery.verdicts using (event_id)
  left join delivery.restorations using (event_id)
  where events.batch <= cursors.batch and charge_micros > 0 and events.rule is null
    and (verdicts.event_id is null or restorations.spend_restored_micros > 0)
  group by lease_id
) as charged using (lease_id)
where spent_micros <> coalesce(charged_micros, 0)
union all
select 'budget of plan ' || plan_id, coalesce(closed_micros, 0), budgets.spent_micros
from delivery.budgets left join (
  select plan_id, sum(spent_micros)::bigint as closed_micros
  from delivery.leases where closed_at is not null group by plan_id
) as closed using (plan_id)
where budgets.spent_micros <> coalesce(closed_micros, 0);
