-- At the commit, a new beneficiary's hold that a customer's call released has gone with its withdrawal, which that
-- customer cancelled: whatever else ends the wait is the worker's at its deadline, or staff's.
create or replace function wallet.ask_end_of_wait() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  if platform.acts_as('api') and not platform.acts_as_owner() and not exists (
    select from wallet.withdrawals
    where withdrawal_id = new.withdrawal_id and (status, ended_reason) = ('ended', 'cancelled_by_customer')) then
    raise exception 'the hold for a new beneficiary goes on as long as its withdrawal' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
