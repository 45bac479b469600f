-- At commit: a payment order's total and count must match its payments.
create or replace function wallet.ask_payments() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  payments bigint;
  paid_micros bigint;
begin
  perform platform.ask_read_committed();
  select count(*), sum(payout_micros) into payments, paid_micros
  from wallet.payout_file_payments where payout_file_id = new.payout_file_id;
  if payments <> new.payment_count or paid_micros is distinct from new.total_micros then
    raise exception 'payment order % does not pay what it says', new.message_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
