-- Waits for everybody who places now, and holds nobody up afterwards: what was locked in a block that fails is given
-- back, whatever ends it, which a lock of the session would not be.
create or replace function plans.await_placings() returns void language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(139, 1);
  raise exception 'given back' using errcode = 'AD139';
exception
  when sqlstate 'AD139' then return;
end
$$;
