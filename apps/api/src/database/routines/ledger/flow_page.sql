-- A page of lines in a period, newest first; a line that reaches over an end counts with its part within, at the time
-- of its first entry there.
create or replace function ledger.flow_page(
  line_customer_id uuid, types text[], from_at timestamptz, until_at timestamptz, after_at timestamptz, after_id text,
  rows_max integer
)
returns table (
  flow_id text, type text, subject_kind text, subject_id text, first_at timestamptz, last_at timestamptz,
  available_micros bigint, pending_spend_micros bigint, to_be_settled_micros bigint, on_hold_micros bigint,
  discount_micros bigint, startup_micros bigint
)
language sql stable security definer set search_path = ledger, pg_temp
set enable_bitmapscan = off set enable_seqscan = off
begin atomic
  select
    found.flow_id, found.type, found.subject_kind, found.subject_id, part.at, found.last_at, part.available_micros,
    part.pending_spend_micros, part.to_be_settled_micros, part.on_hold_micros, part.discount_micros,
    part.startup_micros
  from (
    select
      begun.flow_id, begun.type, begun.subject_kind, begun.subject_id, begun.first_at, begun.last_at,
      begun.available_micros, begun.pending_spend_micros, begun.to_be_settled_micros, begun.on_hold_micros,
      begun.discount_micros, begun.startup_micros
    from (
      select line.* from unnest(types) as wanted (type)
      cross join lateral (
        select * from ledger.flow_lines
        where flow_lines.customer_id = line_customer_id and flow_lines.type = wanted.type
          and flow_lines.first_at >= from_at and flow_lines.first_at < until_at
          and (flow_lines.first_at, flow_lines.flow_id) < (after_at, after_id)
        order by flow_lines.first_at desc, flow_lines.flow_id desc limit rows_max
      ) as line
      order by line.first_at desc, line.flow_id desc limit rows_max
    ) as begun
    union all
    select earlier.*
    from ledger.overlapping_lines(line_customer_id, from_at, '-infinity', from_at) as earlier
    where from_at > '-infinity' and earlier.type = any (types)
  ) as found
  cross join lateral (
    select
      found.first_at as at, found.available_micros, found.pending_spend_micros, found.to_be_settled_micros,
      found.on_hold_micros, found.discount_micros, found.startup_micros
    where found.first_at >= from_at and found.last_at < until_at
    union all
    select portion.* from ledger.line_portion(line_customer_id, found.flow_id, from_at, until_at) as portion
    where not (found.first_at >= from_at and found.last_at < until_at)
  ) as part
  where ledger.may_read(line_customer_id) and (part.at, found.flow_id) < (after_at, after_id)
  order by part.at desc, found.flow_id desc
  limit rows_max;
end;
