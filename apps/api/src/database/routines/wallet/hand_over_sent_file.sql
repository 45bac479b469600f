-- Keeps that the program has handed a payment order over to the bank, which took it; null where it has not taken it out, or where
-- it has ended already. Its withdrawals are sent in the same transaction (`ask_sent`).
create or replace function wallet.hand_over_sent_file(token text, named uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  -- As the program reads it, whose times have milliseconds.
  at timestamptz := date_trunc('milliseconds', platform.now());
begin
  perform wallet.ask_connector(token);
  perform wallet.lock_payout_file(named);
  if not exists (select from wallet.payout_file_takings where payout_file_id = named and taken_by is null) then
    return null;
  end if;
  insert into wallet.payout_file_ends (payout_file_id, ended_as, ended_at) values (named, 'handed_over', at)
  on conflict do nothing;
  return case when found then at end;
end
$$;
