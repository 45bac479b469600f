-- What a budget has left on a day of its plan's zone (PRODUCT §4): its pace's share of what earlier days have left, over
-- the days to its end, less what is spent and leased of it. Open leases count in full but for what was lost in auctions,
-- closed ones by their valid charges.
create or replace function delivery.pace_of(
  budget delivery.budgets, at timestamptz,
  out today date, out day_micros bigint, out free_micros bigint,
  -- Of the whole budget, whatever the day.
  out left_micros bigint,
  -- As much would be free today if all that is leased came back but for what is spent of it, and when the first may.
  out free_if_back_micros bigint, out some_back_at timestamptz
) language plpgsql stable set search_path = '' as $$
declare
  nodes_take constant interval := interval '15 seconds';
  held record;
  days bigint;
  day_spent_micros bigint;
begin
  today := greatest(budget.day, (at at time zone budget.time_zone)::date);
  day_spent_micros := case when today = budget.day then budget.day_spent_micros else 0 end;
  select
    coalesce(sum(amount_micros - lost_micros) filter (where day < today), 0)::bigint as before_micros,
    coalesce(sum(spent_micros) filter (where day < today), 0)::bigint as before_spent_micros,
    coalesce(sum(amount_micros - lost_micros) filter (where day = today), 0)::bigint as today_micros,
    coalesce(sum(spent_micros) filter (where day = today), 0)::bigint as today_spent_micros,
    -- Nodes give back what they have not issued some seconds after a lease's minute; the rest comes back as it closes.
    min(case when issue_until + nodes_take > at then issue_until + nodes_take else closes_at end) as some_back_at
  into held from delivery.leases where leases.plan_id = budget.plan_id and closed_at is null;
  days := greatest(1, ((budget.ends_at - interval '1 microsecond') at time zone budget.time_zone)::date - today + 1);
  -- What the days before have left for today and those to come.
  left_micros := budget.placed_micros - (budget.spent_micros - day_spent_micros) - held.before_micros;
  day_micros := least(left_micros, left_micros * budget.pace_percent / (100 * days));
  free_micros := day_micros - day_spent_micros - held.today_micros;
  free_if_back_micros := left_micros + held.before_micros - held.before_spent_micros;
  free_if_back_micros := least(free_if_back_micros, free_if_back_micros * budget.pace_percent / (100 * days))
    - day_spent_micros - held.today_spent_micros;
  left_micros := left_micros - day_spent_micros - held.today_micros;
  some_back_at := held.some_back_at;
end
$$;
