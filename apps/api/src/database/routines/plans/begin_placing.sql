-- Placing and the end of a disabled account's plans. Whoever places holds this lock, with others, from before the
-- account's status is read until the plan is committed. Whoever ends the plans of an account waits until nobody of that
-- time is left: all who come later find the account disabled.
create or replace function plans.begin_placing() returns void language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(139, 1);
end
$$;
