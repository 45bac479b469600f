-- Coordinates placing with ending a disabled account's plans. Placing holds this shared lock from before it reads the
-- account's status until the plan is committed. Ending waits for earlier ones; later ones find it disabled.
create or replace function plans.begin_placing() returns void language plpgsql set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  perform pg_advisory_xact_lock_shared(139, 1);
end
$$;
