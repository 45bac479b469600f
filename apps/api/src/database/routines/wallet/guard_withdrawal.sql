-- The only ways to move a withdrawal, and by whom, even from SQL. A confirmed one can still bounce, as banks return
-- failed payments days later. When it ends, what is not on hold is returned; when it is sent, so is what the order
-- does not pay: a fraction of a cent, and what holds have released since. One in an order is sent by that, or stays.
create or replace function wallet.guard_withdrawal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  free_micros bigint;
begin
  perform platform.ask_read_committed();
  if (new.status <> old.status and (old.status, new.status) not in (
      ('held', 'requested'), ('held', 'ended'), ('requested', 'held'), ('approved', 'held'), ('requested', 'approved'),
      ('requested', 'ended'), ('approved', 'sent'), ('approved', 'ended'), ('sent', 'confirmed'), ('sent', 'bounced'),
      ('confirmed', 'bounced')))
    or (new.withdrawal_id, new.customer_id, new.beneficiary_id, new.amount_micros, new.rail_fee_micros, new.number)
      is distinct from (
        old.withdrawal_id, old.customer_id, old.beneficiary_id, old.amount_micros, old.rail_fee_micros, old.number)
    or (old.payout_micros is not null and new.payout_micros is distinct from old.payout_micros)
    or (old.sent_at is not null and new.sent_at is distinct from old.sent_at)
    or (new.status = old.status and (new.sent_at, new.payout_micros) is distinct from (old.sent_at, old.payout_micros))
    or new.send_by < old.send_by
    or new.send_by <> old.send_by and (
      (old.status, new.status) <> ('held', 'requested') or new.send_by > platform.now() + interval '72 hours 1 minute'
    ) then
    raise exception 'withdrawal % cannot go from % to %', old.number, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if old.status = 'approved' and new.status not in ('approved', 'sent') and wallet.stands_in_order(old.withdrawal_id) then
    raise exception 'withdrawal % stands in a payment order', old.number using errcode = 'check_violation',
      hint = 'Discard the order by two people first.';
  end if;
  if new.status <> old.status and not wallet.may_move(new) then
    raise exception 'withdrawal % is not to go to % by this', old.number, new.status
      using errcode = 'insufficient_privilege';
  end if;
  if new.status = old.status or new.status not in ('sent', 'ended') then
    return new;
  end if;
  free_micros := new.amount_micros - (
    select coalesce(sum(amount_micros), 0) from wallet.holds
    where withdrawal_id = new.withdrawal_id and released_at is null);
  new.back_micros := free_micros - case new.status when 'sent' then new.payout_micros + new.rail_fee_micros else 0 end;
  return new;
end $$;
