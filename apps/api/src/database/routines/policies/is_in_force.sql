-- Whether a version is in force, give or take a minute: a process read clock and version a moment ago.
create or replace function policies.is_in_force(asked_version integer) returns boolean language sql stable
set search_path = '' as $$
  select exists (
    select from policies.periods
    where version = asked_version
      and platform.now() between effective_from - interval '1 minute' and effective_until + interval '1 minute')
$$;
