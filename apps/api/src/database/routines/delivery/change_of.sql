-- What one event adds to the figures, or takes from them: `times` is 1 where it counts again, -1 where it counts no more, 0 where
-- only what came of it changes. An event that stops counting is an invalid one more. Amounts and conversions are the caller's, but for
-- the publisher's part of the spend, which goes with all of it.
create or replace function delivery.change_of(
  event delivery.events, customer_id uuid, format text, times integer, conversions integer, spend_micros bigint,
  revenue_micros bigint, spend_returned_micros bigint, revenue_reversed_micros bigint
) returns statistics.change language sql immutable set search_path = '' as $$
  select row(
    (event).plan_id, customer_id, (event).placement_id, (event).publisher_id,
    date_bin('1 minute', (event).occurred_at, timestamptz 'epoch'),
    times * ((event).kind = 'impression')::int, times * ((event).kind = 'viewable')::int,
    times * ((event).kind = 'click')::int,
    times * ((event).kind = 'impression' and format is not distinct from 'video')::int,
    times * ((event).kind = 'video_25')::int, times * ((event).kind = 'video_50')::int,
    times * ((event).kind = 'video_75')::int, times * ((event).kind = 'video_100')::int,
    times * ((event).kind = 'video_skip')::int, times * ((event).kind = 'video_error')::int,
    conversions, -times, spend_micros, revenue_micros, spend_returned_micros, revenue_reversed_micros,
    sign(spend_micros)::bigint * ((event).charge_micros - (event).fee_micros)
  )::statistics.change
$$;
