-- Whether what this rule finds was never charged, so that its verdict takes nothing back: it is told as the event is carried.
create or replace function delivery.moves_nothing(rule text) returns boolean language sql immutable
set search_path = '' as $$
  select rule in ('not_billable', 'over_cap', 'over_lease')
$$;
