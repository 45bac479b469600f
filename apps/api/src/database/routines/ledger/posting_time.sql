-- The time of what is posted now. Holds its day's lock (shared) until the transaction ends, because a day is only
-- summed under the exclusive lock. Reads the clock again after getting the lock.
create or replace function ledger.posting_time() returns timestamptz
  language plpgsql set search_path = ledger, pg_temp as $$
declare
  at timestamptz;
  day integer;
  locked integer;
begin
  perform platform.ask_read_committed();
  loop
    -- Never before the summed period, even if the clock was set back.
    at := greatest(platform.now(), (select until_at from summed_until));
    day := (at at time zone 'UTC')::date - date '2000-01-01';
    exit when day = locked;
    perform pg_advisory_xact_lock_shared(21, day);
    locked := day;
  end loop;
  return at;
end $$;
