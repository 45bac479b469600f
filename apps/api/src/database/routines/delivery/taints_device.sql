-- Whether an event of this kind, found invalid by this rule as it arrived, speaks against the device that its decision was
-- for, and so against what else that device reports at the time. Who uses a token on another page or with another browser may be
-- anybody, and so may be who follows a click. A device that keeps no id is known by what people share (`VisitorHash`): of
-- such a one, whose number is odd, nothing speaks against the others.
create or replace function delivery.taints_device(kind delivery.event_kind, rule text, device bigint) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(kind not in ('click', 'conversion') and device & 1 = 0
    and rule in ('known_crawler', 'automation', 'impossible_times'), false)
$$;
