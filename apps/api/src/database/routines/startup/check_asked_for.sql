-- At commit: startup funds that were returned before their time were returned by their customer's request.
create or replace function startup.check_asked_for() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from ledger.requests
    where owner_id = new.customer_id and action = 'startup.return' and outcome ->> 'return_id' = new.return_id::text) then
    raise exception 'the customer did not ask to return these startup funds' using errcode = 'check_violation';
  end if;
  return null;
end $$;
