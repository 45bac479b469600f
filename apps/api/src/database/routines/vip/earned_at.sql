-- What of a month's price has been earned at a moment: by the time that passed, rounded down, as rules.ts has it.
create or replace function vip.earned_at(month vip.months, at timestamptz) returns numeric
language sql immutable as $$
  select div(
    (month).price_micros * round(extract(epoch from at - (month).opened_at) * 1000),
    round(extract(epoch from (month).ends_at - (month).opened_at) * 1000))
$$;
