-- Notifies of each changed customer: the version, and what was added by plan and quarter hour, or null if that is too
-- long for a notification. Processes believe what is signed.
create or replace function statistics.tell(given statistics.change[]) returns void
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
        plan_id, quarter_ms, impressions::text, clicks::text, conversions::text, spend_micros::text,
        revenue_micros::text
      )) as added
    from by_quarter
    group by customer_id
    order by customer_id
  loop
    perform pg_notify('statistics_changed', statistics.signed(jsonb_build_object(
      'customer_id', told.customer_id,
      'version', told.version,
      'added', case when length(told.added::text) < 7000 then told.added end
    )::text));
  end loop;
end
$$;
