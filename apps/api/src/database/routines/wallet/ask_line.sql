-- At commit: a deposit's line must be assigned to it, which also means booked (`ask_booking`); a deposit without
-- would keep the line from ever being booked.
create or replace function wallet.ask_line() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as_owner() and not exists (
    select from wallet.bank_lines
    where line_id = new.line_id and (assigned_kind, assigned_id) = ('deposit', new.deposit_id)
  ) then
    raise exception 'deposit % is not what its bank line is assigned to', new.deposit_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
