-- Whether an event of this kind, found invalid by this rule, speaks against whoever reported its decision, and so against the
-- decision's other events. Whoever has a click's address can follow it, so that a click does by fewer rules. What is beyond an
-- address's limit may be anybody's behind it, a cap or a plan's end is nobody's fault, and what only followed from
-- another event tells no more than that one.
create or replace function delivery.taints(kind delivery.event_kind, rule text) returns boolean language sql immutable
set search_path = '' as $$
  select coalesce(case kind
    when 'conversion' then false
    when 'click' then rule in ('device_velocity', 'visitor_outlier', 'click_outlier')
    else rule in (
      'known_crawler', 'automation', 'data_centre', 'foreign_page', 'changed_visitor', 'impossible_times', 'device_velocity'
    )
  end, false)
$$;
