-- The sums of months are brought up to date once a day, from the entries of the days that have ended, instead of with
-- every entry: what a time's sums are is those and the lines of the days since (docs/decisions/sums-by-day.md).

-- All entries before this time, a midnight of UTC, are in `month_sums`, and none after it.
create table ledger.summed_until (
  only_row boolean primary key default true check (only_row),
  until_at timestamptz not null
);
alter table ledger.summed_until enable row level security;
create policy summed_until_by_scope on ledger.summed_until for select to adtally_program
  using ((select platform.scope_is_system()));
grant select on ledger.summed_until to adtally_program;

-- Entries are written in the order of time: the few of a day are found by the pages they lie on, at next to no cost.
create index transfers_by_day on ledger.transfers using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);

-- What each entry changed in a wallet, by the type of its line.
create view ledger.line_effects with (security_invoker = true) as
select
  owner_id as customer_id, effects.created_at, line.type, wallet_part,
  case when is_debit then -posted_micros else posted_micros end as change
from ledger.effects
join ledger.accounts on accounts.id = account_id
join ledger.account_codes using (code)
join ledger.flow_lines line on line.customer_id = owner_id and line.flow_id = effects.flow_id
where wallet_part is not null and posted_micros > 0;
grant select on ledger.line_effects to adtally_program;

create or replace view ledger.rebuilt_month_sums with (security_invoker = true) as
select
  customer_id, date_trunc('month', created_at at time zone 'UTC')::date as month, type,
  coalesce(sum(change) filter (where wallet_part = 'available'), 0)::bigint as available_micros,
  coalesce(sum(change) filter (where wallet_part = 'pending_spend'), 0)::bigint as pending_spend_micros,
  coalesce(sum(change) filter (where wallet_part = 'to_be_settled'), 0)::bigint as to_be_settled_micros,
  coalesce(sum(change) filter (where wallet_part = 'on_hold'), 0)::bigint as on_hold_micros,
  coalesce(sum(change) filter (where wallet_part = 'discount'), 0)::bigint as discount_micros,
  coalesce(sum(change) filter (where wallet_part = 'startup'), 0)::bigint as startup_micros
from ledger.line_effects
where created_at < (select until_at from ledger.summed_until)
group by 1, 2, 3;

-- The time of what is posted now. Its day is not summed before the transaction has ended: each holds its day's lock,
-- shared, and a day is summed only by whoever has it alone. The clock is read again once the lock is had.
create function ledger.posting_time() returns timestamptz language plpgsql set search_path = ledger, pg_temp as $$
declare
  at timestamptz;
  day integer;
  locked integer;
begin
  loop
    -- Never behind what is summed, even where the clock has been set back.
    at := greatest(platform.now(), (select until_at from summed_until));
    day := (at at time zone 'UTC')::date - date '2000-01-01';
    exit when day = locked;
    perform pg_advisory_xact_lock_shared(21, day);
    locked := day;
  end loop;
  return at;
end $$;

-- Adds the days that have ended to the sums, at most a year of them; false where that is all, or where a transaction
-- of such a day is still open: then the next time does it.
create function ledger.sum_ended_days() returns boolean
language plpgsql security definer set search_path = ledger, pg_temp set jit = off as $$
declare
  from_at timestamptz;
  ended_at timestamptz;
begin
  select until_at into strict from_at from summed_until for update;
  ended_at := least(
    date_trunc('day', platform.now() at time zone 'UTC'), (from_at at time zone 'UTC') + interval '366 days'
  ) at time zone 'UTC';
  if ended_at <= from_at then
    return false;
  end if;
  for day in
    (from_at at time zone 'UTC')::date - date '2000-01-01' .. (ended_at at time zone 'UTC')::date - date '2000-01-02'
  loop
    if not pg_try_advisory_xact_lock(21, day) then
      return false;
    end if;
  end loop;
  insert into month_sums as kept (
    customer_id, month, type, available_micros, pending_spend_micros, to_be_settled_micros, on_hold_micros,
    discount_micros, startup_micros
  )
  select
    customer_id, date_trunc('month', created_at at time zone 'UTC')::date, type,
    coalesce(sum(change) filter (where wallet_part = 'available'), 0)::bigint as available_micros,
    coalesce(sum(change) filter (where wallet_part = 'pending_spend'), 0)::bigint as pending_spend_micros,
    coalesce(sum(change) filter (where wallet_part = 'to_be_settled'), 0)::bigint as to_be_settled_micros,
    coalesce(sum(change) filter (where wallet_part = 'on_hold'), 0)::bigint as on_hold_micros,
    coalesce(sum(change) filter (where wallet_part = 'discount'), 0)::bigint as discount_micros,
    coalesce(sum(change) filter (where wallet_part = 'startup'), 0)::bigint as startup_micros
  from line_effects
  where created_at >= from_at and created_at < ended_at
  group by 1, 2, 3
  on conflict (customer_id, month, type) do update set
    available_micros = kept.available_micros + excluded.available_micros,
    pending_spend_micros = kept.pending_spend_micros + excluded.pending_spend_micros,
    to_be_settled_micros = kept.to_be_settled_micros + excluded.to_be_settled_micros,
    on_hold_micros = kept.on_hold_micros + excluded.on_hold_micros,
    discount_micros = kept.discount_micros + excluded.discount_micros,
    startup_micros = kept.startup_micros + excluded.startup_micros;
  update summed_until set until_at = ended_at;
  return true;
end $$;

revoke all on function ledger.posting_time(), ledger.sum_ended_days() from public;
grant execute on function ledger.sum_ended_days() to adtally_program;

-- What is summed already goes beyond the last midnight: its month is summed anew up to there.
insert into ledger.summed_until (until_at)
values (date_trunc('day', platform.now() at time zone 'UTC') at time zone 'UTC');
delete from ledger.month_sums
where month >= (select date_trunc('month', until_at at time zone 'UTC')::date from ledger.summed_until);
insert into ledger.month_sums
select
  customer_id, date_trunc('month', created_at at time zone 'UTC')::date, type,
  coalesce(sum(change) filter (where wallet_part = 'available'), 0)::bigint as available_micros,
  coalesce(sum(change) filter (where wallet_part = 'pending_spend'), 0)::bigint as pending_spend_micros,
  coalesce(sum(change) filter (where wallet_part = 'to_be_settled'), 0)::bigint as to_be_settled_micros,
  coalesce(sum(change) filter (where wallet_part = 'on_hold'), 0)::bigint as on_hold_micros,
  coalesce(sum(change) filter (where wallet_part = 'discount'), 0)::bigint as discount_micros,
  coalesce(sum(change) filter (where wallet_part = 'startup'), 0)::bigint as startup_micros
from ledger.line_effects
where created_at >= (select date_trunc('month', until_at at time zone 'UTC') at time zone 'UTC' from ledger.summed_until)
  and created_at < (select until_at from ledger.summed_until)
group by 1, 2, 3;

-- As in 012, each batch's lines and lifetime sums.
create or replace function ledger.add_to_flow_lines(
  at timestamptz, codes text[], owner_ids uuid[], results text[], kinds ledger.transfer_kind[], debits integer[],
  credits integer[], amounts bigint[], flow_ids text[], flow_types text[], flow_subject_kinds text[],
  flow_subject_ids text[]
)
returns void language plpgsql set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare
  wallet_parts text[];
  expected integer;
  written integer;
begin
  select array_agg(wallet_part order by position) into wallet_parts
  from unnest(codes) with ordinality as account (code, position)
  join account_codes using (code);

  with moved as (
    select
      owner_ids[position] as customer_id, wallet_parts[position] as wallet_part, effect, flow_id, type,
      transfer.subject_kind, transfer.subject_id
    from unnest(
      results, kinds, debits, credits, amounts, flow_ids, flow_types, flow_subject_kinds, flow_subject_ids
    ) as transfer (result, kind, debit, credit, amount, flow_id, type, subject_kind, subject_id)
    cross join lateral (values (debit, -amount), (credit, amount)) as side (position, effect)
    where flow_id is not null and kind in ('posted', 'post', 'reversal') and coalesce(result, 'ok') = 'ok'
      and wallet_parts[position] is not null
  ),
  line as (
    select
      customer_id, flow_id, max(type) as type, max(subject_kind) as subject_kind, max(subject_id) as subject_id,
      coalesce(sum(effect) filter (where wallet_part = 'available'), 0) as available,
      coalesce(sum(effect) filter (where wallet_part = 'pending_spend'), 0) as pending_spend,
      coalesce(sum(effect) filter (where wallet_part = 'to_be_settled'), 0) as to_be_settled,
      coalesce(sum(effect) filter (where wallet_part = 'on_hold'), 0) as on_hold,
      coalesce(sum(effect) filter (where wallet_part = 'discount'), 0) as discount,
      coalesce(sum(effect) filter (where wallet_part = 'startup'), 0) as startup
    from moved
    group by customer_id, flow_id
  ),
  upserted as (
    insert into flow_lines as kept (
      customer_id, flow_id, type, subject_kind, subject_id, first_at, last_at, available_micros,
      pending_spend_micros, to_be_settled_micros, on_hold_micros, discount_micros, startup_micros
    )
    select
      customer_id, flow_id, type, subject_kind, subject_id, at, at, available,
      pending_spend, to_be_settled, on_hold, discount, startup
    from line
    order by customer_id, flow_id
    on conflict (customer_id, flow_id) do update set
      -- Of two that waited for one another the later to come may have begun first.
      first_at = least(kept.first_at, excluded.first_at),
      last_at = greatest(kept.last_at, excluded.last_at),
      available_micros = kept.available_micros + excluded.available_micros,
      pending_spend_micros = kept.pending_spend_micros + excluded.pending_spend_micros,
      to_be_settled_micros = kept.to_be_settled_micros + excluded.to_be_settled_micros,
      on_hold_micros = kept.on_hold_micros + excluded.on_hold_micros,
      discount_micros = kept.discount_micros + excluded.discount_micros,
      startup_micros = kept.startup_micros + excluded.startup_micros
    where kept.type = coalesce(excluded.type, kept.type)
    returning new.customer_id, new.type, new.amount_micros - coalesce(old.amount_micros, 0) as change
  ),
  totalled as (
    insert into flow_totals as kept (customer_id, type, amount_micros)
    select customer_id, type, sum(change)
    from upserted
    where type <> all (untotalled_flow_types())
    group by customer_id, type
    order by customer_id, type
    on conflict (customer_id, type) do update set amount_micros = kept.amount_micros + excluded.amount_micros
  )
  select (select count(*) from line), (select count(*) from upserted) into expected, written;
  if written <> expected then
    raise exception 'a flow line keeps its type' using errcode = 'LG003';
  end if;
end $$;

-- As before, at the time that `posting_time` says.
create or replace function ledger.post_transfers(
  new_codes text[], new_owner_ids uuid[], new_subject_ids uuid[], new_customer_ids uuid[],
  account_ids uuid[],
  ids uuid[], groups integer[], kinds ledger.transfer_kind[], debits integer[], credits integer[], amounts bigint[],
  target_ids uuid[], postings text[], cause_kinds text[], cause_ids text[], expiries timestamptz[],
  flow_ids text[], flow_types text[], flow_subject_kinds text[], flow_subject_ids text[]
)
returns text[] language plpgsql security definer
set search_path = ledger, pg_temp
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  at constant timestamptz := ledger.posting_time();
begin
  if post_at_once(
    at, account_ids, ids, kinds, debits, credits, amounts, target_ids, postings, cause_kinds, cause_ids, expiries,
    flow_ids, flow_types, flow_subject_kinds, flow_subject_ids
  ) then
    return array_fill('ok'::text, array[cardinality(ids)]);
  end if;
  return post_in_order(
    at, new_codes, new_owner_ids, new_subject_ids, new_customer_ids, account_ids, ids, groups, kinds, debits, credits,
    amounts, target_ids, postings, cause_kinds, cause_ids, expiries, flow_ids, flow_types, flow_subject_kinds,
    flow_subject_ids
  );
end $$;

-- The types of a customer's lines, one look into the index each.
create function ledger.used_flow_types(line_customer_id uuid) returns setof text
language sql stable set search_path = ledger, pg_temp
begin atomic
  with recursive used as (
    (select line.type from ledger.flow_lines line where line.customer_id = line_customer_id order by line.type limit 1)
    union all
    select next.type
    from used
    cross join lateral (
      select line.type from ledger.flow_lines line
      where line.customer_id = line_customer_id and line.type > used.type order by line.type limit 1
    ) as next
  )
  select type from used;
end;
revoke all on function ledger.used_flow_types(uuid) from public;

-- As in 019; a customer's new types are not among the sums yet.
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

-- Sums per type of all that changed before a time: whole months of UTC up to the nearest turn of a month, or all that is
-- summed where that ends nearer, and the lines between that and the time.
create or replace function ledger.type_sums_before(line_customer_id uuid, before_at timestamptz)
returns table (
  type text, available_micros bigint, pending_spend_micros bigint, to_be_settled_micros bigint,
  on_hold_micros bigint, discount_micros bigint, startup_micros bigint
)
language sql stable security definer set search_path = ledger, pg_temp
begin atomic
  with nearest as (
    select date_trunc('month', before_at at time zone 'UTC' + interval '15 days')::date as month, until_at
    from ledger.summed_until
  ),
  -- Without a month: all that is summed.
  turn as (
    select
      case when is_month_nearer then month end as month,
      case when is_month_nearer then month_at else until_at end as at
    from nearest
    cross join lateral (select month::timestamp at time zone 'UTC' as month_at) as turned
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
