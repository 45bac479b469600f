-- The earliest time that a process may still write as now: a minute ago, by the sandbox's clock of then, because a
-- process notices its move slightly late.
create or replace function platform.a_moment_ago() returns timestamptz language sql stable set search_path = '' as $$
  select clock_timestamp() - interval '1 minute' + coalesce((
    select offset_ms from platform.clock_advances
    where advanced_at <= clock_timestamp() - interval '1 minute' order by id desc limit 1), 0) * interval '1 millisecond'
$$;
