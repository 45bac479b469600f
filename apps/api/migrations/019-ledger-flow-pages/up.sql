-- Reading the fund flow at a cost that does not grow with the history: pages of it, what it changed in a stretch of time
-- and what the wallet held at a time. All check the scope themselves; of the other side of an entry they tell nothing.

create function ledger.may_read(line_customer_id uuid) returns boolean
language sql stable set search_path = '' return platform.scope_is_system() or line_customer_id = platform.scope_customer_id();

-- What of a line lies in a stretch of time, by its entries; no row where nothing does.
create function ledger.line_portion(line_customer_id uuid, line_flow_id text, from_at timestamptz, until_at timestamptz)
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
  where entry.flow_id = line_flow_id and entry.kind in ('posted', 'post', 'reversal')
    and entry.created_at >= from_at and entry.created_at < until_at
  having count(*) > 0;
end;

-- The lines that may have entries in a stretch of time and began from `begun_from` until before `begun_until`.
create function ledger.overlapping_lines(
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
  from (select distinct type from ledger.month_sums where customer_id = line_customer_id) as used
  cross join lateral (
    select * from ledger.flow_lines
    where flow_lines.customer_id = line_customer_id and flow_lines.type = used.type
      and first_at >= greatest(begun_from, from_at - interval '2 days') and first_at < begun_until
  ) as line
  where line.span = 0 and line.last_at >= from_at
  union all
  select
    line.flow_id, line.type, line.subject_kind, line.subject_id, line.first_at, line.last_at, line.available_micros,
    line.pending_spend_micros, line.to_be_settled_micros, line.on_hold_micros, line.discount_micros,
    line.startup_micros
  from (values (1, interval '32 days'), (2, interval '400 days'), (3, interval '1000 years')) as class (span, length)
  cross join lateral (
    select * from ledger.flow_lines
    where flow_lines.customer_id = line_customer_id and flow_lines.span > 0 and flow_lines.span = class.span
      and first_at >= greatest(begun_from, from_at - class.length) and first_at < begun_until
  ) as line
  where line.last_at >= from_at;
end;

-- What each line changed from a time until before another. A line that lies wholly within is taken by its kept sums;
-- only one that reaches across is added up by entries.
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

-- Sums per type of all that changed before a time: whole months of UTC up to the nearest turn of a month, and the lines
-- between that and the time.
create function ledger.type_sums_before(line_customer_id uuid, before_at timestamptz)
returns table (
  type text, available_micros bigint, pending_spend_micros bigint, to_be_settled_micros bigint,
  on_hold_micros bigint, discount_micros bigint, startup_micros bigint
)
language sql stable security definer set search_path = ledger, pg_temp
begin atomic
  with turn as (
    select month, month::timestamp at time zone 'UTC' as at
    from (select date_trunc('month', before_at at time zone 'UTC' + interval '15 days')::date as month) as nearest
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
    where kept.customer_id = line_customer_id and kept.month < turn.month
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

-- Lines newest first, from a time until before another, after a position; what reaches over an end is told by its part
-- within, at the time of its first entry there.
create function ledger.flow_page(
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

-- As before, from a position on without reading what comes before it.
create or replace function ledger.flow_line_entries(
  line_customer_id uuid, line_flow_id text, after_at timestamptz, after_id uuid, rows_max integer
)
returns table (
  id uuid, kind ledger.transfer_kind, posting text, debit_code text, credit_code text, amount_micros bigint,
  pending_id uuid, reverses_id uuid, cause_kind text, cause_id text, flow_id text, created_at timestamptz
)
language sql stable security definer set search_path = ledger, pg_temp
set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set enable_seqscan = off
begin atomic
  select
    entry.id, entry.kind, entry.posting, debit.code, credit.code, entry.amount_micros, entry.pending_id,
    entry.reverses_id, entry.cause_kind, entry.cause_id, entry.flow_id, entry.created_at
  from ledger.transfers entry
  join ledger.accounts debit on debit.id = entry.debit_account_id
  join ledger.accounts credit on credit.id = entry.credit_account_id
  where ledger.may_read(line_customer_id)
    and entry.flow_id = line_flow_id
    and entry.kind in ('posted', 'post', 'reversal')
    and line_customer_id in (debit.owner_id, credit.owner_id)
    and (entry.created_at, entry.id)
      < (coalesce(after_at, 'infinity'), coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by entry.created_at desc, entry.id desc
  limit rows_max;
end;

-- One entry of a customer's plan or line, whoever's the other side is: of that, no more than what kind of account it is.
create function ledger.entry_of_customer(line_customer_id uuid, entry_id uuid)
returns table (
  id uuid, kind ledger.transfer_kind, posting text, debit_code text, credit_code text, amount_micros bigint,
  pending_id uuid, reverses_id uuid, cause_kind text, cause_id text, flow_id text, created_at timestamptz,
  subject_kind text, subject_id text, plan_id uuid
)
language sql stable security definer set search_path = ledger, pg_temp
begin atomic
  select
    entry.id, entry.kind, entry.posting, debit.code, credit.code, entry.amount_micros, entry.pending_id,
    entry.reverses_id, entry.cause_kind, entry.cause_id, entry.flow_id, entry.created_at,
    line.subject_kind, line.subject_id,
    case
      when debit_code.subject_kind = 'plan' then debit.subject_id
      when credit_code.subject_kind = 'plan' then credit.subject_id
    end
  from ledger.transfers entry
  join ledger.accounts debit on debit.id = entry.debit_account_id
  join ledger.account_codes debit_code on debit_code.code = debit.code
  join ledger.accounts credit on credit.id = entry.credit_account_id
  join ledger.account_codes credit_code on credit_code.code = credit.code
  left join ledger.flow_lines line on line.customer_id = line_customer_id and line.flow_id = entry.flow_id
  where ledger.may_read(line_customer_id) and entry.id = entry_id
    and line_customer_id in (debit.customer_id, credit.customer_id);
end;

revoke all on function
  ledger.may_read(uuid), ledger.line_portion(uuid, text, timestamptz, timestamptz),
  ledger.overlapping_lines(uuid, timestamptz, timestamptz, timestamptz),
  ledger.type_sums_before(uuid, timestamptz),
  ledger.flow_page(uuid, text[], timestamptz, timestamptz, timestamptz, text, integer),
  ledger.entry_of_customer(uuid, uuid)
from public;
grant execute on function
  ledger.type_sums_before(uuid, timestamptz),
  ledger.flow_page(uuid, text[], timestamptz, timestamptz, timestamptz, text, integer),
  ledger.entry_of_customer(uuid, uuid)
to adtally_program;
