-- The only ways a withdrawal moves; whoever writes SQL keeps to them too. A confirmed one can still come back: banks
-- return what they could not deliver days later.
create or replace function wallet.guard_withdrawal() returns trigger language plpgsql as $$
begin
  if (new.status <> old.status and (old.status, new.status) not in (
      ('held', 'requested'), ('held', 'ended'), ('requested', 'held'), ('approved', 'held'), ('requested', 'approved'),
      ('requested', 'ended'), ('approved', 'sent'), ('approved', 'ended'), ('sent', 'confirmed'), ('sent', 'bounced'),
      ('confirmed', 'bounced')))
    or (new.withdrawal_id, new.customer_id, new.beneficiary_id, new.amount_micros, new.rail_fee_micros, new.number)
      is distinct from (
        old.withdrawal_id, old.customer_id, old.beneficiary_id, old.amount_micros, old.rail_fee_micros, old.number)
    or (old.payout_micros is not null and new.payout_micros is distinct from old.payout_micros)
    or new.send_by < old.send_by then
    raise exception 'withdrawal % cannot go from % to %', old.number, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
