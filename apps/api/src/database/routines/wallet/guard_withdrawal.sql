-- The only ways to move a withdrawal, and by whom, even from SQL. A confirmed one can still bounce, as banks return
-- failed payments days later. When it ends, what is not on hold is returned; when it is sent, so is what the order
-- does not pay: a fraction of a cent, and what holds have released since. One in an order is sent by that, or stays.
-- What a step says of itself, its time, reason and bank line, is written with it.
create or replace function wallet.guard_withdrawal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  free_micros bigint;
  newly constant text := case when new.status <> old.status then new.status else '' end;
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
    or new.send_by < old.send_by
    or new.send_by <> old.send_by and (
      (old.status, new.status) <> ('held', 'requested') or new.send_by > platform.now() + interval '72 hours 1 minute'
    ) then
    raise exception 'withdrawal % cannot go from % to %', old.number, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if (new.sent_at, new.payout_micros) is distinct from (old.sent_at, old.payout_micros) and newly <> 'sent'
    or new.approved_at is distinct from old.approved_at and newly <> 'approved'
    or (new.confirmed_at, new.line_id) is distinct from (old.confirmed_at, old.line_id) and newly <> 'confirmed'
    or (new.ended_at, new.ended_reason) is distinct from (old.ended_at, old.ended_reason)
      and newly not in ('ended', 'bounced')
    or new.return_line_id is distinct from old.return_line_id and newly <> 'bounced' then
    raise exception 'withdrawal % takes a time, reason or bank line only with the step that they tell of', old.number
      using errcode = 'check_violation';
  end if;
  if not platform.acts_as_owner() and (case newly
      when 'approved' then new.approved_at when 'confirmed' then new.confirmed_at
      when 'ended' then new.ended_at when 'bounced' then new.ended_at
    end) not between platform.a_moment_ago() and platform.now() + interval '1 minute' then
    raise exception 'withdrawal % goes to % now, and at no other time', old.number, newly using errcode = 'check_violation';
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
