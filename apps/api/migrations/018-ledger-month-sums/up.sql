-- Sums of the fund flow per customer, month of UTC and type, kept as entries are posted: what the wallet held at any
-- time is the months before the nearest turn of a month and the lines between that and the time, whatever the history.
create table ledger.month_sums (
  customer_id uuid not null,
  month date not null check (month = date_trunc('month', month)),
  type text not null,
  available_micros bigint not null,
  pending_spend_micros bigint not null,
  to_be_settled_micros bigint not null,
  on_hold_micros bigint not null,
  discount_micros bigint not null,
  startup_micros bigint not null,
  primary key (customer_id, month, type)
) with (fillfactor = 70);
alter table ledger.month_sums enable row level security;
create policy month_sums_by_scope on ledger.month_sums for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
grant select on ledger.month_sums to adtally_program;

-- How long a line reaches: what overlaps a stretch of time is found by where lines of each length can have begun. Nearly
-- all are short and are found by the index that there is. It stays the same while a line grows, which keeps its updates
-- within the page.
alter table ledger.flow_lines add column span smallint not null generated always as (
  case
    when last_at - first_at <= interval '2 days' then 0
    when last_at - first_at <= interval '32 days' then 1
    when last_at - first_at <= interval '400 days' then 2
    else 3
  end
) stored;
create index flow_lines_long on ledger.flow_lines (customer_id, span, first_at) where span > 0;
-- The lines that speak of a plan, a withdrawal, a bank line …, for whoever looks for its number.
create index flow_lines_by_subject on ledger.flow_lines (customer_id, subject_id, first_at desc, flow_id desc);
-- A page of a line's entries, and the part of it that lies in a stretch of time, without reading all of them.
drop index ledger.transfers_by_flow;
create index transfers_by_flow on ledger.transfers (flow_id, created_at desc, id desc) where flow_id is not null;

-- The sums that all of history makes, computed from the entries.
create view ledger.rebuilt_month_sums with (security_invoker = true) as
select
  owner_id as customer_id, date_trunc('month', created_at at time zone 'UTC')::date as month, line.type,
  coalesce(sum(change) filter (where wallet_part = 'available'), 0)::bigint as available_micros,
  coalesce(sum(change) filter (where wallet_part = 'pending_spend'), 0)::bigint as pending_spend_micros,
  coalesce(sum(change) filter (where wallet_part = 'to_be_settled'), 0)::bigint as to_be_settled_micros,
  coalesce(sum(change) filter (where wallet_part = 'on_hold'), 0)::bigint as on_hold_micros,
  coalesce(sum(change) filter (where wallet_part = 'discount'), 0)::bigint as discount_micros,
  coalesce(sum(change) filter (where wallet_part = 'startup'), 0)::bigint as startup_micros
from ledger.effects
join ledger.accounts on accounts.id = account_id
join ledger.account_codes using (code)
join ledger.flow_lines line on line.customer_id = owner_id and line.flow_id = effects.flow_id
cross join lateral (select case when is_debit then -posted_micros else posted_micros end as change) as signed
where wallet_part is not null and posted_micros > 0
group by 1, 2, 3;
grant select on ledger.rebuilt_month_sums to adtally_program;

insert into ledger.month_sums select * from ledger.rebuilt_month_sums;

-- As before, and the month's sums with it.
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
    returning
      new.customer_id, new.flow_id, new.type, new.amount_micros - coalesce(old.amount_micros, 0) as change
  ),
  totalled as (
    insert into flow_totals as kept (customer_id, type, amount_micros)
    select customer_id, type, sum(change)
    from upserted
    where type <> all (untotalled_flow_types())
    group by customer_id, type
    order by customer_id, type
    on conflict (customer_id, type) do update set amount_micros = kept.amount_micros + excluded.amount_micros
  ),
  summed as (
    insert into month_sums as kept (
      customer_id, month, type, available_micros, pending_spend_micros, to_be_settled_micros, on_hold_micros,
      discount_micros, startup_micros
    )
    select
      upserted.customer_id, date_trunc('month', at at time zone 'UTC')::date, upserted.type, sum(available),
      sum(pending_spend), sum(to_be_settled), sum(on_hold), sum(discount), sum(startup)
    from upserted
    join line on line.customer_id = upserted.customer_id and line.flow_id = upserted.flow_id
    group by upserted.customer_id, upserted.type
    order by upserted.customer_id, upserted.type
    on conflict (customer_id, month, type) do update set
      available_micros = kept.available_micros + excluded.available_micros,
      pending_spend_micros = kept.pending_spend_micros + excluded.pending_spend_micros,
      to_be_settled_micros = kept.to_be_settled_micros + excluded.to_be_settled_micros,
      on_hold_micros = kept.on_hold_micros + excluded.on_hold_micros,
      discount_micros = kept.discount_micros + excluded.discount_micros,
      startup_micros = kept.startup_micros + excluded.startup_micros
  )
  select (select count(*) from line), (select count(*) from upserted) into expected, written;
  if written <> expected then
    raise exception 'a flow line keeps its type' using errcode = 'LG003';
  end if;
end $$;

-- `ledger verify` looks at them too.
alter view ledger.differences rename to differences_of_entries;
create view ledger.differences with (security_invoker = true) as
select fault, subject from ledger.differences_of_entries
union all
select
  'month_sum',
  coalesce(kept.customer_id, rebuilt.customer_id) || ' ' || coalesce(kept.month, rebuilt.month) || ' '
    || coalesce(kept.type, rebuilt.type)
from ledger.month_sums kept
full join ledger.rebuilt_month_sums rebuilt
  on rebuilt.customer_id = kept.customer_id and rebuilt.month = kept.month and rebuilt.type = kept.type
where (
  kept.available_micros, kept.pending_spend_micros, kept.to_be_settled_micros, kept.on_hold_micros,
  kept.discount_micros, kept.startup_micros
) is distinct from (
  rebuilt.available_micros, rebuilt.pending_spend_micros, rebuilt.to_be_settled_micros, rebuilt.on_hold_micros,
  rebuilt.discount_micros, rebuilt.startup_micros
);
grant select on ledger.differences to adtally_program;
