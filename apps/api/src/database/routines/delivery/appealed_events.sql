-- The events that an appeal is about: what its verdict took by its rule from its party, and what went with them, as a
-- conversion does with its click, a viewable and quartiles with their impression.
create or replace function delivery.appealed_events(of_appeal uuid) returns table (event_id uuid)
language sql stable set search_path = '' as $$
  with named as (
    select events.event_id, events.decision_id, events.kind
    from delivery.appeals appeal
    join delivery.verdicts verdict on (verdict.verdict_id, verdict.rule) = (appeal.verdict_id, appeal.rule)
    join delivery.events on events.event_id = verdict.event_id
    where appeal.appeal_id = of_appeal and (verdict.plan_id = appeal.plan_id or events.publisher_id = appeal.publisher_id)
  )
  select named.event_id from named
  union
  select followed.event_id
  from named
  join delivery.events followed on followed.decision_id = named.decision_id
    and (named.kind = 'click') = (followed.kind = 'conversion')
    and followed.kind in ('viewable', 'video_25', 'video_50', 'video_75', 'video_100', 'conversion')
  join delivery.verdicts verdict on verdict.event_id = followed.event_id and verdict.rule = 'impossible_sequence'
  where named.kind in ('impression', 'click')
$$;
