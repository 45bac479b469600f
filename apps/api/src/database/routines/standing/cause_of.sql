-- What a result of a settled plan is to its customer's score; null: nothing. A plan is clean that was delivered and
-- settled; events found invalid after settlement charge back.
create or replace function standing.cause_of(result plans.results) returns text
language sql immutable set search_path = '' as $$
  select case
    when result.cause = 'invalid' then 'chargeback'
    when result.cause = 'settlement' and result.spend_micros > 0 then 'clean_plan'
  end
$$;
