-- A page of the entries behind a customer's line, newest first, without reading earlier pages. A customer's scope
-- sees its own lines, and only the code of an entry's other account.
create or replace function ledger.flow_line_entries(
  line_customer_id uuid, line_flow_id text, after_at timestamptz, after_id uuid, rows_max integer
)
returns table (
  id uuid, posting text, debit_code text, credit_code text, amount_micros bigint,
  reverses_id uuid, cause_kind text, cause_id uuid, flow_id text, created_at timestamptz
)
language sql stable security definer set search_path = ledger, pg_temp
set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set enable_seqscan = off
begin atomic
  select
    entry.id, entry.posting, debit.code, credit.code, entry.amount_micros, entry.reverses_id, entry.cause_kind, entry.cause_id, entry.flow_id, entry.created_at
  from ledger.transfers entry
  join ledger.accounts debit on debit.id = entry.debit_account_id
  join ledger.accounts credit on credit.id = entry.credit_account_id
  where ledger.may_read(line_customer_id)
    and entry.flow_id = line_flow_id
    and line_customer_id in (debit.owner_id, credit.owner_id)
    and (entry.created_at, entry.number) < (
      coalesce(after_at, 'infinity'),
      coalesce((select after.number from ledger.transfers after where after.id = after_id), 9223372036854775807)
    )
  order by entry.created_at desc, entry.number desc
  limit rows_max;
end;
