-- At the commit, a withdrawal that begins on hold has the hold for a new beneficiary, of its whole amount.
create or replace function wallet.ask_wait_hold() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  if not platform.acts_as_owner() and not exists (
    select from wallet.holds
    where customer_id = new.customer_id and withdrawal_id = new.withdrawal_id and reason = 'new_beneficiary'
      and amount_micros = new.amount_micros) then
    raise exception 'withdrawal % begins on hold without its hold', new.number using errcode = 'check_violation';
  end if;
  return null;
end
$$;
