-- Sums per type of everything before a time: from the nearest turn of a month (UTC), or the end of what is summed if
-- that is nearer, plus or minus the lines between that and the time.
create or replace function ledger.type_sums_before(line_customer_id uuid, before_at timestamptz)
returns table (
  type text, available_micros bigint, pending_spend_micros bigint, to_be_settled_micros bigint,
  on_hold_micros bigint, discount_micros bigint, startup_micros bigint
)
language sql stable security definer set search_path = ledger, pg_temp
begin atomic
  with nearest as (
    select date_trunc('month', before_at at time zone 'UTC' + interval '360 hours')::date as month, until_at
    from ledger.summed_until
  ),
  -- A null month means all that is summed.
  turn as (
    select
      case when is_month_nearer then month end as month,
      case when is_month_nearer then month_at else until_at end as at
    from nearest
    cross join lateral (select (month + time '00:00') at time zone 'UTC' as month_at) as turned
    cross join lateral (
      select case when month_at <= until_at then
        greatest(before_at, month_at) - least(before_at, month_at)
          <= greatest(before_at, until_at) - least(before_at, until_at)
      else false end as is_month_nearer
    ) as compared
  )
  select
    part.type, sum(part.available_micros)::bigint, sum(part.pending_spend_micros)::bigint,
    sum(part.to_be_settled_micros)::bigint, sum(part.on_hold_micros)::bigint, sum(part.discount_micros)::bigint,
    sum(part.startup_micros)::bigint
  from (
    select
      kept.type, kept.available_micros, kept.pending_spend_micros, kept.to_be_settled_micros, kept.on_hold_micros,
      kept.discount_micros, kept.startup_micros
    from ledger.month_sums kept, turn
    where kept.customer_id = line_customer_id and kept.month < coalesce(turn.month, 'infinity')
    union all
    select
      line.type, sign * line.available_micros, sign * line.pending_spend_micros, sign * line.to_be_settled_micros,
      sign * line.on_hold_micros, sign * line.discount_micros, sign * line.startup_micros
    from turn
    cross join lateral (select case when before_at > turn.at then 1 else -1 end as sign) as direction
    cross join lateral ledger.line_changes(
      line_customer_id, least(turn.at, before_at), greatest(turn.at, before_at)
    ) as line
  ) as part
  where ledger.may_read(line_customer_id)
  group by part.type;
end;
