-- A result's effect on its customer's score; null if none. A plan that was delivered and settled is clean; events
-- found invalid after settlement are charge-backs.
create or replace function standing.cause_of(result plans.results) returns text
language sql immutable set search_path = '' as $$
  select case
    when result.cause = 'invalid' then 'chargeback'
    when result.cause = 'settlement' and result.spend_micros > 0 then 'clean_plan'
  end
$$;
