-- Expires pending transfers that are due, at most `transfers_max`, oldest first; answers how many were due.
create or replace function ledger.expire_pending(transfers_max integer) returns integer
language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  due uuid[];
begin
  select array_agg(transfer_id) into due
  from (
    select transfer_id from pending_expiries where expires_at <= platform.now()
    order by expires_at, transfer_id limit transfers_max
  ) oldest;
  if due is null then
    return 0;
  end if;
  perform post_transfers(
    null, null, null, null, '{}',
    (select array_agg(uuidv7()) from unnest(due)), (select array_agg(n) from generate_series(1, cardinality(due)) n),
    array_fill('expire'::transfer_kind, array[cardinality(due)]), null, null, null, due, null,
    array_fill('expiry'::text, array[cardinality(due)]), due::text[], null, null, null, null, null
  );
  return cardinality(due);
end $$;
