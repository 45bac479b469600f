-- Records that the session's owner handed a payment order over to the bank; returns when. Null if nobody has taken it
-- out, it has ended already, or the bank rejected it. Its withdrawals are sent in the same transaction (`ask_sent`).
create or replace function wallet.hand_over_payout_file(session_token text, named uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := wallet.who_pays(session_token);
  -- In milliseconds, like the program's times.
  at timestamptz := date_trunc('milliseconds', platform.now());
begin
  perform wallet.lock_payout_file(named);
  if not exists (select from wallet.payout_file_takings where payout_file_id = named)
    or exists (select from wallet.payout_file_rejections where payout_file_id = named) then
    return null;
  end if;
  insert into wallet.payout_file_ends (payout_file_id, ended_as, handed_over_by, ended_at)
  values (named, 'handed_over', person.staff_id, at)
  on conflict do nothing;
  return case when found then at end;
end
$$;
