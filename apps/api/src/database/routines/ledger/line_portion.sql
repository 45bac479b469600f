-- A line's part within a period, by its entries; no row if it has none.
create or replace function ledger.line_portion(
  line_customer_id uuid, line_flow_id text, from_at timestamptz, until_at timestamptz
)
returns table (
  at timestamptz, available_micros bigint, pending_spend_micros bigint, to_be_settled_micros bigint,
  on_hold_micros bigint, discount_micros bigint, startup_micros bigint
)
language sql stable set search_path = ledger, pg_temp
begin atomic
  select
    min(entry.created_at),
    coalesce(sum(side.effect) filter (where code.wallet_part = 'available'), 0)::bigint,
    coalesce(sum(side.effect) filter (where code.wallet_part = 'pending_spend'), 0)::bigint,
    coalesce(sum(side.effect) filter (where code.wallet_part = 'to_be_settled'), 0)::bigint,
    coalesce(sum(side.effect) filter (where code.wallet_part = 'on_hold'), 0)::bigint,
    coalesce(sum(side.effect) filter (where code.wallet_part = 'discount'), 0)::bigint,
    coalesce(sum(side.effect) filter (where code.wallet_part = 'startup'), 0)::bigint
  from ledger.transfers entry
  cross join lateral (
    values (entry.debit_account_id, -entry.amount_micros), (entry.credit_account_id, entry.amount_micros)
  ) as side (account_id, effect)
  join ledger.accounts account on account.id = side.account_id and account.owner_id = line_customer_id
  join ledger.account_codes code on code.code = account.code and code.wallet_part is not null
  where entry.flow_id = line_flow_id
    and entry.created_at >= from_at and entry.created_at < until_at
  having count(*) > 0;
end;
