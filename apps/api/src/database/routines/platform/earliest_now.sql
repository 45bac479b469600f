-- What a process that writes the present time may have read at the earliest: the clock a minute ago. A sandbox's clock
-- may have been advanced since.
create or replace function platform.earliest_now() returns timestamptz language sql stable set search_path = '' as $$
  select clock_timestamp() - interval '1 minute' + interval '1 millisecond' * coalesce((
    select offset_ms from platform.clock_advances
    where advanced_at <= clock_timestamp() - interval '1 minute' order by id desc limit 1), 0)
$$;
