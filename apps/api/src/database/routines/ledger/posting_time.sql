-- The time of what is posted now. Its day is not summed before the transaction has ended: each holds its day's lock,
-- shared, and a day is summed only by whoever has it alone. The clock is read again once the lock is had.
create or replace function ledger.posting_time() returns timestamptz
  language plpgsql set search_path = ledger, pg_temp as $$
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
