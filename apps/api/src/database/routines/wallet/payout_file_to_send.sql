-- A payment order that the program has taken out and must send; null if it has not, or if it has ended or was
-- rejected.
create or replace function wallet.payout_file_to_send(token text, named uuid) returns wallet.payout_files
language plpgsql security definer set search_path = '' as $$
begin
  perform wallet.ask_connector(token);
  if not exists (select from wallet.payout_file_takings where payout_file_id = named and taken_by is null)
    or exists (select from wallet.payout_file_ends where payout_file_id = named)
    or exists (select from wallet.payout_file_rejections where payout_file_id = named) then
    return null;
  end if;
  return wallet.lock_payout_file(named);
end
$$;
