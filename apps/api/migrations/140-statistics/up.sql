-- Roll-ups of delivery events (PRODUCT §6). Nothing but `statistics.apply_changes` writes here, so that no grant lets
-- anybody type a figure; `operator statistics-verify` recomputes all of it from the events.
create schema statistics;

-- What every roll-up counts. Valid events only, but for `invalid_events`; amounts in micro-units.
create table statistics.figures (
  impressions bigint not null default 0 check (impressions >= 0),
  viewables bigint not null default 0 check (viewables >= 0),
  clicks bigint not null default 0 check (clicks >= 0),
  -- Impressions on film placements, and films that played to each quarter.
  film_impressions bigint not null default 0 check (film_impressions >= 0),
  video_25 bigint not null default 0 check (video_25 >= 0),
  video_50 bigint not null default 0 check (video_50 >= 0),
  video_75 bigint not null default 0 check (video_75 >= 0),
  video_100 bigint not null default 0 check (video_100 >= 0),
  -- Films that a visitor skipped, and that a player could not play.
  film_skips bigint not null default 0 check (film_skips >= 0),
  film_errors bigint not null default 0 check (film_errors >= 0),
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

-- What publishers are told of their placements: whole hours and days of UTC, over all plans. `earned_micros` is their part of
-- the spend, as the books credit it.
create table statistics.placement_figures (
  impressions bigint not null default 0 check (impressions >= 0),
  viewables bigint not null default 0 check (viewables >= 0),
  clicks bigint not null default 0 check (clicks >= 0),
  conversions bigint not null default 0 check (conversions >= 0),
  invalid_events bigint not null default 0 check (invalid_events >= 0),
  earned_micros bigint not null default 0 check (earned_micros >= 0)
);
comment on table statistics.placement_figures is 'The pattern of the columns of placement_hours and placement_days; holds no rows.';

create table statistics.placement_hours (
  placement_id uuid not null,
  begins_at timestamptz not null,
  publisher_id uuid not null,
  like statistics.placement_figures including all,
  primary key (placement_id, begins_at)
) with (fillfactor = 70);
create index placement_hours_by_publisher on statistics.placement_hours (publisher_id, begins_at desc, placement_id desc);

create table statistics.placement_days (
  placement_id uuid not null,
  begins_at timestamptz not null,
  publisher_id uuid not null,
  like statistics.placement_figures including all,
  primary key (placement_id, begins_at)
) with (fillfactor = 70);
create index placement_days_by_publisher on statistics.placement_days (publisher_id, begins_at desc, placement_id desc);

-- What an event, a verdict or a conversion adds to the figures, or takes from them.
create type statistics.change as (
  plan_id uuid,
  customer_id uuid,
  placement_id uuid,
  publisher_id uuid,
  minute timestamptz,
  impressions bigint,
  viewables bigint,
  clicks bigint,
  film_impressions bigint,
  video_25 bigint,
  video_50 bigint,
  video_75 bigint,
  video_100 bigint,
  film_skips bigint,
  film_errors bigint,
  conversions bigint,
  invalid_events bigint,
  spend_micros bigint,
  revenue_micros bigint,
  spend_returned_micros bigint,
  revenue_reversed_micros bigint,
  -- The publisher's part of the spend.
  earned_micros bigint
);

-- Signs the notices of changes. No login reads it; processes of customers' calls get the key by `statistics.notice_key`.
-- The pads are the key filled up to SHA-256's block, as HMAC (RFC 2104) wants them.
create table statistics.notice_keys (
  only_row boolean primary key default true check (only_row),
  key bytea not null check (octet_length(key) = 32),
  inner_pad bytea not null check (octet_length(inner_pad) = 64),
  outer_pad bytea not null check (octet_length(outer_pad) = 64)
);
with made as materialized (
  select sha256(string_agg(uuid_send(gen_random_uuid()), '')) as key from generate_series(1, 4)
)
insert into statistics.notice_keys (key, inner_pad, outer_pad)
select key, inner_pad, outer_pad from made cross join lateral (
  select
    string_agg(set_byte('\x00', 0, byte # 54), '' order by place) as inner_pad,
    string_agg(set_byte('\x00', 0, byte # 92), '' order by place) as outer_pad
  from generate_series(0, 63) as place
  cross join lateral (select case when place < 32 then get_byte(key, place % 32) else 0 end as byte) as filled
) as pads;
