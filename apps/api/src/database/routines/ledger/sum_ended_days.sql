-- Adds ended days to the sums, at most a year of them; false if there are no more, or if a transaction of such a day
-- is still open, in which case the next run does it.
create or replace function ledger.sum_ended_days() returns boolean
language plpgsql security definer set search_path = ledger, pg_temp set jit = off as $$
declare
  from_at timestamptz;
  ended_at timestamptz;
begin
  perform platform.ask_read_committed();
  select until_at into strict from_at from summed_until for update;
  ended_at := least(
    date_trunc('day', platform.now() at time zone 'UTC'), (from_at at time zone 'UTC') + interval '8784 hours'
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
  insert into publisher_month_sums as kept (publisher_id, month, credited_micros, debited_micros, entries)
  select
    publisher_id, date_trunc('month', created_at at time zone 'UTC')::date,
    coalesce(sum(change_micros) filter (where change_micros > 0), 0),
    coalesce(-sum(change_micros) filter (where change_micros < 0), 0), count(*)
  from publisher_changes
  where created_at >= from_at and created_at < ended_at
  group by 1, 2
  on conflict (publisher_id, month) do update set
    credited_micros = kept.credited_micros + excluded.credited_micros,
    debited_micros = kept.debited_micros + excluded.debited_micros,
    entries = kept.entries + excluded.entries;
  update summed_until set until_at = ended_at;
  return true;
end $$;
