-- Updates the fund flow for a batch: each line's sums per wallet part, and the lifetime sums. LG003: wrong type.
create or replace function ledger.add_to_flow_lines(
  at timestamptz, codes text[], owner_ids uuid[], debits integer[], credits integer[], amounts bigint[],
  flow_ids text[], flow_types text[], flow_subject_kinds text[], flow_subject_ids text[]
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
      debits, credits, amounts, flow_ids, flow_types, flow_subject_kinds, flow_subject_ids
    ) as transfer (debit, credit, amount, flow_id, type, subject_kind, subject_id)
    cross join lateral (values (debit, -amount), (credit, amount)) as side (position, effect)
    where flow_id is not null and wallet_parts[position] is not null
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
      -- Of two that waited for each other, the later to get here may have begun first.
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
