-- Waits for everybody who is placing now, without blocking others afterwards: a lock taken in a failed block is
-- released however it ends, which a session lock would not be.
create or replace function plans.await_placings() returns void language plpgsql set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  perform pg_advisory_xact_lock(139, 1);
  raise exception 'given back' using errcode = 'AD139';
exception
  when sqlstate 'AD139' then return;
end
$$;
