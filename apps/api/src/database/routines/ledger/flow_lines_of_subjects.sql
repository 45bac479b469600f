-- Like `flow_page`, only for lines about these plans, withdrawals, bank lines …; lines count with their part within
-- the period. A subject has few lines, so all of them are read.
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
    -- Finds lines by subject only; with the types in here, PostgreSQL might read all of the customer's lines.
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
