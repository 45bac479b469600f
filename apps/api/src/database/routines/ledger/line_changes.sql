-- What each line changed in a period. Lines wholly within it use their kept sums; only those that reach across an end
-- are added up by entries.
create or replace function ledger.line_changes(line_customer_id uuid, from_at timestamptz, until_at timestamptz)
returns table (
  flow_id text, type text, subject_kind text, subject_id text, at timestamptz, available_micros bigint,
  pending_spend_micros bigint, to_be_settled_micros bigint, on_hold_micros bigint, discount_micros bigint,
  startup_micros bigint
)
language sql stable security definer set search_path = ledger, pg_temp
begin atomic
  select
    line.flow_id, line.type, line.subject_kind, line.subject_id, part.at, part.available_micros,
    part.pending_spend_micros, part.to_be_settled_micros, part.on_hold_micros, part.discount_micros,
    part.startup_micros
  from ledger.overlapping_lines(line_customer_id, coalesce(from_at, '-infinity'), '-infinity', until_at) as line
  cross join lateral (
    select
      line.first_at as at, line.available_micros, line.pending_spend_micros, line.to_be_settled_micros,
      line.on_hold_micros, line.discount_micros, line.startup_micros
    where line.first_at >= coalesce(from_at, '-infinity') and line.last_at < until_at
    union all
    select portion.*
    from ledger.line_portion(line_customer_id, line.flow_id, coalesce(from_at, '-infinity'), until_at) as portion
    where not (line.first_at >= coalesce(from_at, '-infinity') and line.last_at < until_at)
  ) as part
  where ledger.may_read(line_customer_id);
end;
