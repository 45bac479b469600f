-- What plans that settled under a month have brought its customer, by their current results.
create or replace function vip.rebates_of(month_id uuid) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(sum(rebate_micros), 0)
  from plans.results as result
  where vip_id = month_id and not exists (
    select from plans.results as later where later.plan_id = result.plan_id and later.revision > result.revision)
$$;
