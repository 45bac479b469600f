-- The events that an appeal against a verdict by this rule would be about, of a plan or of a publisher: what the verdict took
-- from that party, what nothing else of their decision taints, and what went with either, as a conversion does with its click,
-- a viewable and quartiles with their impression.
create or replace function delivery.appealable_events(of_verdict uuid, by_rule text, of_plan uuid, of_publisher uuid)
returns table (event_id uuid) language sql stable set search_path = '' as $$
  with named as (
    select events.event_id, events.decision_id, events.kind
    from delivery.verdicts verdict
    join delivery.events on events.event_id = verdict.event_id and events.decision_id = verdict.decision_id
    where verdict.verdict_id = of_verdict and verdict.rule = by_rule
      and (verdict.plan_id = of_plan or events.publisher_id = of_publisher)
  ), cleared as (
    select named.event_id, named.decision_id, named.kind from named
    union
    select tainted.event_id, tainted.decision_id, tainted.kind
    from named
    join delivery.events tainted on tainted.decision_id = named.decision_id
    join delivery.verdicts verdict on verdict.event_id = tainted.event_id and verdict.rule = 'tainted_decision'
    where not exists (
      select from delivery.events other
      left join delivery.verdicts found on found.event_id = other.event_id
        and not exists (select from delivery.restorations where restorations.event_id = found.event_id)
      where other.decision_id = named.decision_id
        and other.event_id not in (select also_named.event_id from named also_named)
        and (delivery.taints(other.kind, other.rule) or delivery.taints(other.kind, found.rule))
    )
  )
  select cleared.event_id from cleared
  union
  select followed.event_id
  from cleared
  join delivery.events followed on followed.decision_id = cleared.decision_id
    and (cleared.kind = 'click') = (followed.kind = 'conversion')
    and followed.kind in ('viewable', 'video_25', 'video_50', 'video_75', 'video_100', 'conversion')
  join delivery.verdicts verdict on verdict.event_id = followed.event_id and verdict.rule = 'impossible_sequence'
  where cleared.kind in ('impression', 'click')
$$;
