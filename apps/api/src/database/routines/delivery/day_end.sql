-- The first moment after a day in a zone. Where clocks go back at midnight, PostgreSQL takes the later of the two; the
-- next day begins with the earlier one.
create or replace function delivery.day_end(of_day date, in_zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  ending timestamptz := ((of_day + 1) + time '00:00') at time zone in_zone;
begin
  while ((ending - interval '15 minutes') at time zone in_zone)::date > of_day loop
    ending := ending - interval '15 minutes';
  end loop;
  return ending;
end
$$;
