-- A payment order pays approved withdrawals that two people named, in full except for holds and fractions of a cent;
-- its payments are final unless the order is discarded.
create or replace function wallet.guard_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  paid wallet.withdrawals;
  left_micros bigint;
begin
  perform platform.ask_read_committed();
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - 'discarded_at') is distinct from (to_jsonb(old) - 'discarded_at')
      or old.discarded_at is not null
      or not exists (
        select from wallet.payout_file_ends where payout_file_id = new.payout_file_id and ended_as = 'discarded') then
      raise exception 'payments of payment order % are final', old.payout_file_id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  select * into paid from wallet.withdrawals where withdrawal_id = new.withdrawal_id for no key update;
  left_micros := paid.amount_micros - paid.rail_fee_micros - new.payout_micros - (
    select coalesce(sum(amount_micros), 0) from wallet.holds
    where withdrawal_id = new.withdrawal_id and released_at is null);
  if paid.status is distinct from 'approved' or new.discarded_at is not null or left_micros not between 0 and 9999 then
    raise exception 'withdrawal % is not to be paid by %', paid.number, new.payout_micros using errcode = 'check_violation';
  end if;
  if not platform.acts_as_owner() and not exists (
    select from operators.approved_here
    where action = 'payout.send' and (subject_kind, subject_id) = ('payout_file', new.payout_file_id::text)
      and payload -> 'withdrawal_ids' ? new.withdrawal_id::text
  ) then
    raise exception 'nobody approved paying withdrawal % by this order', paid.number
      using errcode = 'insufficient_privilege',
        hint = 'Propose it as it is to be written, and have a second person approve it.';
  end if;
  return new;
end
$$;
