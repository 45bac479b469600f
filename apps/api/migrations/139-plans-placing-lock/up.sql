-- Placing and the end of a disabled account's plans. Whoever places holds this lock, with others, from before the account's
-- status is read until the plan is committed. Whoever ends the plans of an account waits until nobody of that time is left:
-- all who come later find the account disabled.
create function plans.begin_placing() returns void language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(139, 1);
end
$$;

-- Waits for everybody who places now, and holds nobody up afterwards: what was locked in a block that fails is given back,
-- whatever ends it, which a lock of the session would not be.
create function plans.await_placings() returns void language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(139, 1);
  raise exception 'given back' using errcode = 'AD139';
exception
  when sqlstate 'AD139' then return;
end
$$;

grant execute on function plans.begin_placing(), plans.await_placings() to adtally_program;
