-- The events that an appeal is about.
create or replace function delivery.appealed_events(of_appeal uuid) returns table (event_id uuid)
language sql stable set search_path = '' as $$
  select found.event_id
  from delivery.appeals appeal
  cross join lateral delivery.appealable_events(
    appeal.verdict_id, appeal.rule, appeal.plan_id, appeal.publisher_id
  ) found
  where appeal.appeal_id = of_appeal
$$;
