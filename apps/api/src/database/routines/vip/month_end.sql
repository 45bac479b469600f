-- A calendar month after a moment, on a zone's clock: a day that the next month does not have is its last one, an hour
-- that a change of the clock leaves out is the one after it.
create or replace function vip.month_end(opened_at timestamptz, time_zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select ((opened_at at time zone time_zone) + interval '1 month') at time zone time_zone
$$;
