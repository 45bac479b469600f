-- Leases that were charged more than they held: what each was granted, and what its events came to with those that were set
-- aside for it. Nobody paid these; who recorded them is asked.
create or replace view reconciliation.lease_differences with (security_invoker = true) as
select 'lease ' || lease_id as subject, amount_micros as expected_micros, amount_micros + over_micros as found_micros
from (
  select lease_id, sum(charge_micros)::bigint as over_micros
  from delivery.verdicts join delivery.events using (event_id)
  where verdicts.rule = 'over_lease'
  group by lease_id
) as over_lease
join delivery.leases using (lease_id);
