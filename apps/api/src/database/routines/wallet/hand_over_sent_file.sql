-- Records that the bank accepted a payment order that the program sent; null if the program has not taken it out, or
-- it has ended already. Its withdrawals are sent in the same transaction (`ask_sent`).
create or replace function wallet.hand_over_sent_file(token text, named uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  -- In milliseconds, like the program's times.
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
