-- An appeal is about money: what it would put back, with all that goes with it, is spend, revenue or a conversion that was owed.
create or replace function delivery.ask_appeal() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  if not platform.acts_as_owner() and not exists (
    select from delivery.appealed_events(new.appeal_id)
    join delivery.verdicts using (event_id)
    left join delivery.conversions using (event_id)
    where spend_returned_micros > 0 or revenue_reversed_micros > 0 or conversions.state = 'owed'
  ) then
    raise exception 'appeal % would put nothing back', new.appeal_id
      using errcode = 'check_violation', constraint = 'appeal_restores_something';
  end if;
  return null;
end
$$;
