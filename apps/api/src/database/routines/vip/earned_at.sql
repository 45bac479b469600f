-- How much of a month's price is earned at a moment: in proportion to time, rounded down, as in rules.ts.
create or replace function vip.earned_at(month vip.months, at timestamptz) returns numeric
language sql immutable as $$
  select div(
    (month).price_micros * round(extract(epoch from at - (month).opened_at) * 1000),
    round(extract(epoch from (month).ends_at - (month).opened_at) * 1000))
$$;
