-- A night's run is the worker's, and of no night that has not begun. The office's runs are of no night.
create or replace function reconciliation.guard_run() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  this_night constant date := (platform.now() at time zone 'UTC' - interval '119 minutes')::date;
begin
  if not platform.acts_as_owner() and new.night is not null
    and not (platform.acts_as('worker') and new.night <= this_night) then
    raise exception 'the proof of night % is not written here, or not yet', new.night
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
