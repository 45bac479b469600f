-- Roll-ups of delivery events (PRODUCT §6). Nothing but `statistics.apply_changes` writes here, so that no grant lets
-- anybody type a figure; `operator statistics-verify` recomputes all of it from the events.
create schema statistics;
grant usage on schema statistics to adtally_program;

-- What every roll-up counts. Valid events only, but for `invalid_events`; amounts in micro-units.
create table statistics.figures (
  impressions bigint not null default 0 check (impressions >= 0),
  viewables bigint not null default 0 check (viewables >= 0),
  clicks bigint not null default 0 check (clicks >= 0),
  conversions bigint not null default 0 check (conversions >= 0),
  invalid_events bigint not null default 0 check (invalid_events >= 0),
  spend_micros bigint not null default 0 check (spend_micros >= 0),
  revenue_micros bigint not null default 0 check (revenue_micros >= 0),
  spend_returned_micros bigint not null default 0 check (spend_returned_micros >= 0),
  revenue_reversed_micros bigint not null default 0 check (revenue_reversed_micros >= 0)
);
comment on table statistics.figures is 'The pattern of the roll-ups'' columns; holds no rows.';

create table statistics.plan_minutes (
  plan_id uuid not null,
  minute timestamptz not null,
  customer_id uuid not null,
  like statistics.figures including all,
  primary key (plan_id, minute)
) with (fillfactor = 70);

-- Quarter hours, because every time zone's midnight lies on one.
create table statistics.customer_quarters (
  customer_id uuid not null,
  quarter timestamptz not null,
  plan_id uuid not null,
  like statistics.figures including all,
  primary key (customer_id, quarter, plan_id)
) with (fillfactor = 70);

create table statistics.plan_placements (
  plan_id uuid not null,
  placement_id uuid not null,
  publisher_id uuid not null,
  customer_id uuid not null,
  like statistics.figures including all,
  primary key (plan_id, placement_id)
) with (fillfactor = 70);

create table statistics.plan_totals (
  plan_id uuid primary key,
  customer_id uuid not null,
  like statistics.figures including all
) with (fillfactor = 70);
create index plan_totals_by_customer on statistics.plan_totals (customer_id);

create table statistics.customer_totals (
  customer_id uuid primary key,
  -- Counts the changes, so that whoever keeps an answer knows whether a change is the next one.
  version bigint not null,
  like statistics.figures including all
) with (fillfactor = 70);

do $$
declare
  rollup text;
begin
  foreach rollup in array array['plan_minutes', 'customer_quarters', 'plan_placements', 'plan_totals', 'customer_totals'] loop
    execute format('alter table statistics.%I enable row level security', rollup);
    execute format(
      'create policy by_scope on statistics.%I for select to adtally_program
         using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()))',
      rollup
    );
    execute format('grant select on statistics.%I to adtally_program', rollup);
  end loop;
end
$$;

create type statistics.change as (
  plan_id uuid,
  customer_id uuid,
  placement_id uuid,
  publisher_id uuid,
  minute timestamptz,
  impressions bigint,
  viewables bigint,
  clicks bigint,
  conversions bigint,
  invalid_events bigint,
  spend_micros bigint,
  revenue_micros bigint,
  spend_returned_micros bigint,
  revenue_reversed_micros bigint
);
grant usage on type statistics.change to adtally_program;

-- One notice for each changed customer: version and what was added by plan and quarter hour, or null where that
-- would be longer than a notice may be.
create function statistics.tell(given statistics.change[]) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  told record;
begin
  for told in
    with by_quarter as (
      select
        customer_id, plan_id,
        (extract(epoch from date_bin('15 minutes', minute, timestamptz 'epoch')) * 1000)::bigint as quarter_ms,
        sum(impressions) as impressions, sum(clicks) as clicks, sum(conversions) as conversions,
        sum(spend_micros) as spend_micros, sum(revenue_micros) as revenue_micros
      from unnest(given) as changes
      group by 1, 2, 3
    )
    select
      customer_id,
      (select version from statistics.customer_totals as totals where totals.customer_id = by_quarter.customer_id),
      jsonb_agg(jsonb_build_array(
        plan_id, quarter_ms, impressions::text, clicks::text, conversions::text, spend_micros::text, revenue_micros::text
      )) as added
    from by_quarter
    group by customer_id
    order by customer_id
  loop
    perform pg_notify('statistics_changed', jsonb_build_object(
      'customer_id', told.customer_id,
      'version', told.version,
      'added', case when length(told.added::text) < 7000 then told.added end
    )::text);
  end loop;
end
$$;

-- Adds changes to every roll-up in one order, counts the customers' versions and tells whoever keeps answers. Changes
-- are negative where an event was found invalid afterwards, so rows are made first and added to then.
create function statistics.apply_changes(given statistics.change[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into statistics.plan_minutes (plan_id, minute, customer_id)
  select plan_id, minute, customer_id from unnest(given) as changes group by 1, 2, 3 order by 1, 2, 3
  on conflict (plan_id, minute) do nothing;
  update statistics.plan_minutes as rollup set
    impressions = rollup.impressions + added.impressions,
    viewables = rollup.viewables + added.viewables,
    clicks = rollup.clicks + added.clicks,
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    spend_micros = rollup.spend_micros + added.spend_micros,
    revenue_micros = rollup.revenue_micros + added.revenue_micros,
    spend_returned_micros = rollup.spend_returned_micros + added.spend_returned_micros,
    revenue_reversed_micros = rollup.revenue_reversed_micros + added.revenue_reversed_micros
  from (
    select
      plan_id, minute, customer_id,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks, sum(conversions) as conversions, sum(invalid_events) as invalid_events,
      sum(spend_micros) as spend_micros, sum(revenue_micros) as revenue_micros, sum(spend_returned_micros) as spend_returned_micros, sum(revenue_reversed_micros) as revenue_reversed_micros
    from unnest(given) as changes group by 1, 2, 3
  ) as added
  where rollup.plan_id = added.plan_id and rollup.minute = added.minute;

  insert into statistics.customer_quarters (customer_id, quarter, plan_id)
  select customer_id, date_bin('15 minutes', minute, timestamptz 'epoch') as quarter, plan_id from unnest(given) as changes group by 1, 2, 3 order by 1, 2, 3
  on conflict (customer_id, quarter, plan_id) do nothing;
  update statistics.customer_quarters as rollup set
    impressions = rollup.impressions + added.impressions,
    viewables = rollup.viewables + added.viewables,
    clicks = rollup.clicks + added.clicks,
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    spend_micros = rollup.spend_micros + added.spend_micros,
    revenue_micros = rollup.revenue_micros + added.revenue_micros,
    spend_returned_micros = rollup.spend_returned_micros + added.spend_returned_micros,
    revenue_reversed_micros = rollup.revenue_reversed_micros + added.revenue_reversed_micros
  from (
    select
      customer_id, date_bin('15 minutes', minute, timestamptz 'epoch') as quarter, plan_id,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks, sum(conversions) as conversions, sum(invalid_events) as invalid_events,
      sum(spend_micros) as spend_micros, sum(revenue_micros) as revenue_micros, sum(spend_returned_micros) as spend_returned_micros, sum(revenue_reversed_micros) as revenue_reversed_micros
    from unnest(given) as changes group by 1, 2, 3
  ) as added
  where rollup.customer_id = added.customer_id and rollup.quarter = added.quarter and rollup.plan_id = added.plan_id;

  insert into statistics.plan_placements (plan_id, placement_id, publisher_id, customer_id)
  select plan_id, placement_id, publisher_id, customer_id from unnest(given) as changes group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (plan_id, placement_id) do nothing;
  update statistics.plan_placements as rollup set
    impressions = rollup.impressions + added.impressions,
    viewables = rollup.viewables + added.viewables,
    clicks = rollup.clicks + added.clicks,
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    spend_micros = rollup.spend_micros + added.spend_micros,
    revenue_micros = rollup.revenue_micros + added.revenue_micros,
    spend_returned_micros = rollup.spend_returned_micros + added.spend_returned_micros,
    revenue_reversed_micros = rollup.revenue_reversed_micros + added.revenue_reversed_micros
  from (
    select
      plan_id, placement_id, publisher_id, customer_id,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks, sum(conversions) as conversions, sum(invalid_events) as invalid_events,
      sum(spend_micros) as spend_micros, sum(revenue_micros) as revenue_micros, sum(spend_returned_micros) as spend_returned_micros, sum(revenue_reversed_micros) as revenue_reversed_micros
    from unnest(given) as changes group by 1, 2, 3, 4
  ) as added
  where rollup.plan_id = added.plan_id and rollup.placement_id = added.placement_id;

  insert into statistics.plan_totals (plan_id, customer_id)
  select plan_id, customer_id from unnest(given) as changes group by 1, 2 order by 1, 2
  on conflict (plan_id) do nothing;
  update statistics.plan_totals as rollup set
    impressions = rollup.impressions + added.impressions,
    viewables = rollup.viewables + added.viewables,
    clicks = rollup.clicks + added.clicks,
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    spend_micros = rollup.spend_micros + added.spend_micros,
    revenue_micros = rollup.revenue_micros + added.revenue_micros,
    spend_returned_micros = rollup.spend_returned_micros + added.spend_returned_micros,
    revenue_reversed_micros = rollup.revenue_reversed_micros + added.revenue_reversed_micros
  from (
    select
      plan_id, customer_id,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks, sum(conversions) as conversions, sum(invalid_events) as invalid_events,
      sum(spend_micros) as spend_micros, sum(revenue_micros) as revenue_micros, sum(spend_returned_micros) as spend_returned_micros, sum(revenue_reversed_micros) as revenue_reversed_micros
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
    conversions = rollup.conversions + added.conversions,
    invalid_events = rollup.invalid_events + added.invalid_events,
    spend_micros = rollup.spend_micros + added.spend_micros,
    revenue_micros = rollup.revenue_micros + added.revenue_micros,
    spend_returned_micros = rollup.spend_returned_micros + added.spend_returned_micros,
    revenue_reversed_micros = rollup.revenue_reversed_micros + added.revenue_reversed_micros
  from (
    select
      customer_id,
      sum(impressions) as impressions, sum(viewables) as viewables, sum(clicks) as clicks, sum(conversions) as conversions, sum(invalid_events) as invalid_events,
      sum(spend_micros) as spend_micros, sum(revenue_micros) as revenue_micros, sum(spend_returned_micros) as spend_returned_micros, sum(revenue_reversed_micros) as revenue_reversed_micros
    from unnest(given) as changes group by 1
  ) as added
  where rollup.customer_id = added.customer_id;

  perform statistics.tell(given);
end
$$;
grant execute on function statistics.apply_changes(statistics.change[]) to adtally_program;
