-- The earliest time that a process may still write as now: a minute ago, by the sandbox's clock of then, because a
-- process notices its move slightly late. Only what was advanced since is left out: a clock may begin in the past.
create or replace function platform.a_moment_ago() returns timestamptz language sql stable set search_path = '' as $$
  select clock_timestamp() - interval '1 minute' + interval '1 millisecond' * (offset_ms - coalesce((
    select sum(by_ms) from platform.clock_advances where advanced_at > clock_timestamp() - interval '1 minute'), 0))
  from platform.clock_offset
$$;
