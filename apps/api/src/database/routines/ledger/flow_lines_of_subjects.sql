-- As `flow_page`, of the lines that speak of these plans, withdrawals, bank lines … alone: what a search finds is told
-- by its part within the stretch of time, too. A subject has few lines: they are all looked at.
create or replace function ledger.flow_lines_of_subjects(
  line_customer_id uuid, subject_ids text[], types text[], from_at timestamptz, until_at timestamptz,
  after_at timestamptz, after_id text, rows_max integer
)
returns table (
  flow_id text, type text, subject_kind text, subject_id text, first_at timestamptz, last_at timestamptz,
  available_micros bigint, pending_spend_micros bigint, to_be_settled_micros bigint, on_hold_micros bigint,
  discount_micros bigint, startup_micros bigint
)
language sql stable security definer set search_path = ledger, pg_temp
set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set enable_seqscan = off
begin atomic
  select
    found.flow_id, found.type, found.subject_kind, found.subject_id, part.at, found.last_at, part.available_micros,
    part.pending_spend_micros, part.to_be_settled_micros, part.on_hold_micros, part.discount_micros,
    part.startup_micros
  from (select distinct named.subject_id from unnest(subject_ids) as named (subject_id)) as wanted
  cross join lateral (
    select * from ledger.flow_lines
    where flow_lines.subject_id = wanted.subject_id and flow_lines.customer_id = line_customer_id
    -- Looked for by their subject alone: with the types within, all lines of the customer may be read instead.
    offset 0
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
  where ledger.may_read(line_customer_id) and found.type = any (types)
    and found.first_at < until_at and found.last_at >= from_at
    and (part.at, found.flow_id) < (after_at, after_id)
  order by part.at desc, found.flow_id desc
  limit rows_max;
end;
