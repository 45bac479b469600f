-- Discards a payment order that was not handed over, as two people approve in this transaction, and frees its
-- withdrawals; false if it has ended, or the program may have sent it and the bank has not rejected it.
create or replace function wallet.discard_payout_file(named uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  approved uuid := (
    select proposal_id from operators.approved_here
    where action = 'payout.discard' and (subject_kind, subject_id) = ('payout_file', named::text)
      and platform.scope_is_system());
begin
  if approved is null then
    raise exception 'nobody approved discarding payment order %', named using errcode = 'insufficient_privilege';
  end if;
  perform wallet.lock_payout_file(named);
  if exists (select from wallet.payout_file_takings where payout_file_id = named and taken_by is null)
    and not exists (select from wallet.payout_file_rejections where payout_file_id = named) then
    return false;
  end if;
  insert into wallet.payout_file_ends (payout_file_id, ended_as, discarded_by_proposal, ended_at)
  values (named, 'discarded', approved, platform.now())
  on conflict do nothing;
  if not found then
    return false;
  end if;
  update wallet.payout_file_payments set discarded_at = platform.now() where payout_file_id = named;
  return true;
end
$$;
