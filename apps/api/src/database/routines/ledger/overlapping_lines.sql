-- Lines that may have entries in a period and began from `begun_from` until before `begun_until`, searched by how
-- early lines of each length can have begun. Types come from the lines, as new ones have no sums yet.
create or replace function ledger.overlapping_lines(
  line_customer_id uuid, from_at timestamptz, begun_from timestamptz, begun_until timestamptz
)
returns table (
  flow_id text, type text, subject_kind text, subject_id text, first_at timestamptz, last_at timestamptz,
  available_micros bigint, pending_spend_micros bigint, to_be_settled_micros bigint, on_hold_micros bigint,
  discount_micros bigint, startup_micros bigint
)
language sql stable set search_path = ledger, pg_temp
begin atomic
  select
    line.flow_id, line.type, line.subject_kind, line.subject_id, line.first_at, line.last_at, line.available_micros,
    line.pending_spend_micros, line.to_be_settled_micros, line.on_hold_micros, line.discount_micros,
    line.startup_micros
  from ledger.used_flow_types(line_customer_id) as used (type)
  cross join lateral (
    select * from ledger.flow_lines
    where flow_lines.customer_id = line_customer_id and flow_lines.type = used.type
      and first_at >= greatest(begun_from, from_at - interval '48 hours') and first_at < begun_until
  ) as line
  where line.span = 0 and line.last_at >= from_at
  union all
  select
    line.flow_id, line.type, line.subject_kind, line.subject_id, line.first_at, line.last_at, line.available_micros,
    line.pending_spend_micros, line.to_be_settled_micros, line.on_hold_micros, line.discount_micros,
    line.startup_micros
  from (values (1, interval '768 hours'), (2, interval '9600 hours'), (3, interval '8766000 hours')) as class (span, length)
  cross join lateral (
    select * from ledger.flow_lines
    where flow_lines.customer_id = line_customer_id and flow_lines.span > 0 and flow_lines.span = class.span
      and first_at >= greatest(begun_from, from_at - class.length) and first_at < begun_until
  ) as line
  where line.last_at >= from_at;
end;
