-- Serialises shutting people out, so that of two at once the second sees who is left. In the order of ids, so that
-- they only wait for each other; does not block foreign keys of decisions.
create or replace function operators.lock_staff() returns void language plpgsql security definer
set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  perform from operators.staff order by staff_id for no key update;
end
$$;
