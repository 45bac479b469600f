-- Records that the program takes a payment order out to send it; false if it already did, or if the order has ended
-- or is not for a bank. After that it can only be discarded if the bank rejects it.
create or replace function wallet.take_payout_file_for_bank(token text, named uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  taken wallet.payout_files;
begin
  perform wallet.ask_connector(token);
  taken := wallet.lock_payout_file(named);
  if taken.format is distinct from 'pain001'
    or exists (select from wallet.payout_file_ends where payout_file_id = named)
    or exists (select from wallet.payout_file_takings where payout_file_id = named and taken_by is null) then
    return false;
  end if;
  insert into wallet.payout_file_takings (payout_file_id, number, taken_at)
  select named, coalesce(max(number), 0) + 1, platform.now()
  from wallet.payout_file_takings where payout_file_id = named;
  return true;
end
$$;
