-- A customer's statement: what each line changed between two times, and what the wallet held before one. A line that
-- lies wholly on one side of a time is taken by its kept sums; only one that reaches across is added up by entries.

create function ledger.line_changes(line_customer_id uuid, from_at timestamptz, until_at timestamptz)
returns table (
  flow_id text, type text, subject_kind text, subject_id text, at timestamptz, available_micros bigint,
  pending_spend_micros bigint, to_be_settled_micros bigint, on_hold_micros bigint, discount_micros bigint,
  startup_micros bigint
)
language sql stable security definer set search_path = ledger, pg_temp
begin atomic
  select
    line.flow_id, line.type, line.subject_kind, line.subject_id, line.first_at, line.available_micros,
    line.pending_spend_micros, line.to_be_settled_micros, line.on_hold_micros, line.discount_micros,
    line.startup_micros
  from ledger.flow_lines line
  where (platform.scope_is_system() or line_customer_id = platform.scope_customer_id())
    and line.customer_id = line_customer_id
    and (from_at is null or line.first_at >= from_at) and line.last_at < until_at
  union all
  select
    line.flow_id, line.type, line.subject_kind, line.subject_id, part.at, part.available_micros,
    part.pending_spend_micros, part.to_be_settled_micros, part.on_hold_micros, part.discount_micros,
    part.startup_micros
  from ledger.flow_lines line
  cross join lateral (
    select
      min(entry.created_at) as at,
      coalesce(sum(side.effect) filter (where code.wallet_part = 'available'), 0)::bigint as available_micros,
      coalesce(sum(side.effect) filter (where code.wallet_part = 'pending_spend'), 0)::bigint as pending_spend_micros,
      coalesce(sum(side.effect) filter (where code.wallet_part = 'to_be_settled'), 0)::bigint as to_be_settled_micros,
      coalesce(sum(side.effect) filter (where code.wallet_part = 'on_hold'), 0)::bigint as on_hold_micros,
      coalesce(sum(side.effect) filter (where code.wallet_part = 'discount'), 0)::bigint as discount_micros,
      coalesce(sum(side.effect) filter (where code.wallet_part = 'startup'), 0)::bigint as startup_micros
    from ledger.transfers entry
    cross join lateral (
      values (entry.debit_account_id, -entry.amount_micros), (entry.credit_account_id, entry.amount_micros)
    ) as side (account_id, effect)
    join ledger.accounts account on account.id = side.account_id and account.owner_id = line_customer_id
    join ledger.account_codes code on code.code = account.code and code.wallet_part is not null
    where entry.flow_id = line.flow_id and entry.kind in ('posted', 'post', 'reversal')
      and (from_at is null or entry.created_at >= from_at) and entry.created_at < until_at
  ) part
  where (platform.scope_is_system() or line_customer_id = platform.scope_customer_id())
    and line.customer_id = line_customer_id
    and line.first_at < until_at and (from_at is null or line.last_at >= from_at)
    and not ((from_at is null or line.first_at >= from_at) and line.last_at < until_at)
    and part.at is not null;
end;

revoke all on function ledger.line_changes(uuid, timestamptz, timestamptz) from public;
grant execute on function ledger.line_changes(uuid, timestamptz, timestamptz) to adtally_program;
