-- At commit: the withdrawals of a handed-over payment order must be sent.
create or replace function wallet.ask_sent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from wallet.payout_file_payments join wallet.withdrawals using (withdrawal_id)
    where payout_file_id = new.payout_file_id and sent_at is null
  ) then
    raise exception 'payment order % was handed over with what is not sent', new.payout_file_id
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
