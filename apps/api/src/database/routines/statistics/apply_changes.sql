-- Adds changes to every roll-up in the same order, increments the customers' versions and notifies the caches.
-- Changes are negative for events found invalid later, so rows are created first and then added to. The database
-- itself counts recorded events, verdicts and conversions, so the program's role has no call to enter a figure.
create or replace function statistics.apply_changes(given statistics.change[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if not platform.scope_is_system() then
    raise exception 'statistics change in the scope of the system alone' using errcode = 'insufficient_privilege';
  end if;
  insert into statistics.plan_minutes (plan_id, minute, customer_id)
  select plan_id, minute, customer_id from unnest(given) as changes group by 1, 2, 3 order by 1, 2, 3
  on conflict (plan_id, minute) do nothing;
  update statistics.plan_minutes as rollup set
    impressions = rollup.impressions + added.impressions,
    viewables = rollup.viewables + added.viewables,
    clicks = rollup.clicks + added.clicks,
    film_impressions = rollup.film_impressions + added.film_impressions,
    video_25 = rollup.video_25 + added.video_25,
    video_50 = rollup.video_50 + added.video_50,
    video_75 = rollup.video_75 + added.video_75,
    video_100 = rollup.video_100 + added.video_100,
    film_skips = rollup.film_skips + added.film_skips,
    film_errors = rollup.film_errors + added.film_errors,
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    spend_micros = rollup.spend_micros + added.spend_micros,
    revenue_micros = rollup.revenue_micros + added.revenue_micros,
    spend_returned_micros = rollup.spend_returned_micros + added.spend_returned_micros,
    revenue_reversed_micros = rollup.revenue_reversed_micros + added.revenue_reversed_micros
  from (
    select
      plan_id, minute, customer_id,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks,
      sum(film_impressions) as film_impressions, sum(video_25) as video_25, sum(video_50) as video_50,
      sum(video_75) as video_75, sum(video_100) as video_100,
      sum(film_skips) as film_skips, sum(film_errors) as film_errors,
      sum(conversions) as conversions, sum(invalid_events) as invalid_events, sum(spend_micros) as spend_micros,
      sum(revenue_micros) as revenue_micros, sum(spend_returned_micros) as spend_returned_micros,
      sum(revenue_reversed_micros) as revenue_reversed_micros
    from unnest(given) as changes group by 1, 2, 3
  ) as added
  where rollup.plan_id = added.plan_id and rollup.minute = added.minute;

  insert into statistics.customer_quarters (customer_id, quarter, plan_id)
  select customer_id, date_bin('15 minutes', minute, timestamptz 'epoch') as quarter, plan_id
  from unnest(given) as changes group by 1, 2, 3 order by 1, 2, 3
  on conflict (customer_id, quarter, plan_id) do nothing;
  update statistics.customer_quarters as rollup set
    impressions = rollup.impressions + added.impressions,
    viewables = rollup.viewables + added.viewables,
    clicks = rollup.clicks + added.clicks,
    film_impressions = rollup.film_impressions + added.film_impressions,
    video_25 = rollup.video_25 + added.video_25,
    video_50 = rollup.video_50 + added.video_50,
    video_75 = rollup.video_75 + added.video_75,
    video_100 = rollup.video_100 + added.video_100,
    film_skips = rollup.film_skips + added.film_skips,
    film_errors = rollup.film_errors + added.film_errors,
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    spend_micros = rollup.spend_micros + added.spend_micros,
    revenue_micros = rollup.revenue_micros + added.revenue_micros,
    spend_returned_micros = rollup.spend_returned_micros + added.spend_returned_micros,
    revenue_reversed_micros = rollup.revenue_reversed_micros + added.revenue_reversed_micros
  from (
    select
      customer_id, date_bin('15 minutes', minute, timestamptz 'epoch') as quarter, plan_id,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks,
      sum(film_impressions) as film_impressions, sum(video_25) as video_25, sum(video_50) as video_50,
      sum(video_75) as video_75, sum(video_100) as video_100,
      sum(film_skips) as film_skips, sum(film_errors) as film_errors,
      sum(conversions) as conversions, sum(invalid_events) as invalid_events, sum(spend_micros) as spend_micros,
      sum(revenue_micros) as revenue_micros, sum(spend_returned_micros) as spend_returned_micros,
      sum(revenue_reversed_micros) as revenue_reversed_micros
    from unnest(given) as changes group by 1, 2, 3
  ) as added
  where rollup.customer_id = added.customer_id and rollup.quarter = added.quarter and rollup.plan_id = added.plan_id;

  insert into statistics.plan_placements (plan_id, placement_id, publisher_id, customer_id)
  select plan_id, placement_id, publisher_id, customer_id
  from unnest(given) as changes group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (plan_id, placement_id) do nothing;
  update statistics.plan_placements as rollup set
    impressions = rollup.impressions + added.impressions,
    viewables = rollup.viewables + added.viewables,
    clicks = rollup.clicks + added.clicks,
    film_impressions = rollup.film_impressions + added.film_impressions,
    video_25 = rollup.video_25 + added.video_25,
    video_50 = rollup.video_50 + added.video_50,
    video_75 = rollup.video_75 + added.video_75,
    video_100 = rollup.video_100 + added.video_100,
    film_skips = rollup.film_skips + added.film_skips,
    film_errors = rollup.film_errors + added.film_errors,
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    spend_micros = rollup.spend_micros + added.spend_micros,
    revenue_micros = rollup.revenue_micros + added.revenue_micros,
    spend_returned_micros = rollup.spend_returned_micros + added.spend_returned_micros,
    revenue_reversed_micros = rollup.revenue_reversed_micros + added.revenue_reversed_micros
  from (
    select
      plan_id, placement_id, publisher_id, customer_id,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks,
      sum(film_impressions) as film_impressions, sum(video_25) as video_25, sum(video_50) as video_50,
      sum(video_75) as video_75, sum(video_100) as video_100,
      sum(film_skips) as film_skips, sum(film_errors) as film_errors,
      sum(conversions) as conversions, sum(invalid_events) as invalid_events, sum(spend_micros) as spend_micros,
      sum(revenue_micros) as revenue_micros, sum(spend_returned_micros) as spend_returned_micros,
      sum(revenue_reversed_micros) as revenue_reversed_micros
    from unnest(given) as changes group by 1, 2, 3, 4
  ) as added
  where rollup.plan_id = added.plan_id and rollup.placement_id = added.placement_id;

  insert into statistics.placement_hours (placement_id, begins_at, publisher_id)
  select placement_id, date_bin('1 hour', minute, timestamptz 'epoch') as begins_at, publisher_id
  from unnest(given) as changes group by 1, 2, 3 order by 1, 2, 3
  on conflict (placement_id, begins_at) do nothing;
  update statistics.placement_hours as rollup set
    impressions = rollup.impressions + added.impressions,
    viewables = rollup.viewables + added.viewables,
    clicks = rollup.clicks + added.clicks,
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    earned_micros = rollup.earned_micros + added.earned_micros
  from (
    select
      placement_id, date_bin('1 hour', minute, timestamptz 'epoch') as begins_at,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks,
      sum(conversions) as conversions, sum(invalid_events) as invalid_events, sum(earned_micros) as earned_micros
    from unnest(given) as changes group by 1, 2
  ) as added
  where rollup.placement_id = added.placement_id and rollup.begins_at = added.begins_at;

  insert into statistics.placement_days (placement_id, begins_at, publisher_id)
  select placement_id, date_bin('24 hours', minute, timestamptz 'epoch') as begins_at, publisher_id
  from unnest(given) as changes group by 1, 2, 3 order by 1, 2, 3
  on conflict (placement_id, begins_at) do nothing;
  update statistics.placement_days as rollup set
    impressions = rollup.impressions + added.impressions,
    viewables = rollup.viewables + added.viewables,
    clicks = rollup.clicks + added.clicks,
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    earned_micros = rollup.earned_micros + added.earned_micros
  from (
    select
      placement_id, date_bin('24 hours', minute, timestamptz 'epoch') as begins_at,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks,
      sum(conversions) as conversions, sum(invalid_events) as invalid_events, sum(earned_micros) as earned_micros
    from unnest(given) as changes group by 1, 2
  ) as added
  where rollup.placement_id = added.placement_id and rollup.begins_at = added.begins_at;

  insert into statistics.plan_totals (plan_id, customer_id)
  select plan_id, customer_id from unnest(given) as changes group by 1, 2 order by 1, 2
  on conflict (plan_id) do nothing;
  update statistics.plan_totals as rollup set
    impressions = rollup.impressions + added.impressions,
    viewables = rollup.viewables + added.viewables,
    clicks = rollup.clicks + added.clicks,
    film_impressions = rollup.film_impressions + added.film_impressions,
    video_25 = rollup.video_25 + added.video_25,
    video_50 = rollup.video_50 + added.video_50,
    video_75 = rollup.video_75 + added.video_75,
    video_100 = rollup.video_100 + added.video_100,
    film_skips = rollup.film_skips + added.film_skips,
    film_errors = rollup.film_errors + added.film_errors,
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    spend_micros = rollup.spend_micros + added.spend_micros,
    revenue_micros = rollup.revenue_micros + added.revenue_micros,
    spend_returned_micros = rollup.spend_returned_micros + added.spend_returned_micros,
    revenue_reversed_micros = rollup.revenue_reversed_micros + added.revenue_reversed_micros
  from (
    select
      plan_id, customer_id,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks,
      sum(film_impressions) as film_impressions, sum(video_25) as video_25, sum(video_50) as video_50,
      sum(video_75) as video_75, sum(video_100) as video_100,
      sum(film_skips) as film_skips, sum(film_errors) as film_errors,
      sum(conversions) as conversions, sum(invalid_events) as invalid_events, sum(spend_micros) as spend_micros,
      sum(revenue_micros) as revenue_micros, sum(spend_returned_micros) as spend_returned_micros,
      sum(revenue_reversed_micros) as revenue_reversed_micros
    from unnest(given) as changes group by 1, 2
  ) as added
  where rollup.plan_id = added.plan_id;

  insert into statistics.customer_totals (customer_id, version)
  select customer_id, 0 from unnest(given) as changes group by 1 order by 1
  on conflict (customer_id) do nothing;
  update statistics.customer_totals as rollup set
    version = rollup.version + 1,
    impressions = rollup.impressions + added.impressions,
    viewables = rollup.viewables + added.viewables,
    clicks = rollup.clicks + added.clicks,
    film_impressions = rollup.film_impressions + added.film_impressions,
    video_25 = rollup.video_25 + added.video_25,
    video_50 = rollup.video_50 + added.video_50,
    video_75 = rollup.video_75 + added.video_75,
    video_100 = rollup.video_100 + added.video_100,
    film_skips = rollup.film_skips + added.film_skips,
    film_errors = rollup.film_errors + added.film_errors,
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    spend_micros = rollup.spend_micros + added.spend_micros,
    revenue_micros = rollup.revenue_micros + added.revenue_micros,
    spend_returned_micros = rollup.spend_returned_micros + added.spend_returned_micros,
    revenue_reversed_micros = rollup.revenue_reversed_micros + added.revenue_reversed_micros
  from (
    select
      customer_id,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks,
      sum(film_impressions) as film_impressions, sum(video_25) as video_25, sum(video_50) as video_50,
      sum(video_75) as video_75, sum(video_100) as video_100,
      sum(film_skips) as film_skips, sum(film_errors) as film_errors,
      sum(conversions) as conversions, sum(invalid_events) as invalid_events, sum(spend_micros) as spend_micros,
      sum(revenue_micros) as revenue_micros, sum(spend_returned_micros) as spend_returned_micros,
      sum(revenue_reversed_micros) as revenue_reversed_micros
    from unnest(given) as changes group by 1
  ) as added
  where rollup.customer_id = added.customer_id;

  perform statistics.tell(given);
end
$$;
