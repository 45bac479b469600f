-- A calendar month after a moment, by a zone's clock: a day that the next month lacks becomes its last, an hour that
-- a clock change skips becomes the next.
create or replace function vip.month_end(opened_at timestamptz, time_zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select ((opened_at at time zone time_zone) + interval '1 month') at time zone time_zone
$$;
