-- Records that the bank rejected the whole order that the program sent; false if it has ended or was rejected before.
create or replace function wallet.reject_payout_file(token text, named uuid, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform wallet.ask_connector(token);
  perform wallet.lock_payout_file(named);
  if exists (select from wallet.payout_file_ends where payout_file_id = named)
    or not exists (select from wallet.payout_file_takings where payout_file_id = named and taken_by is null) then
    return false;
  end if;
  insert into wallet.payout_file_rejections (payout_file_id, reason, rejected_at)
  values (named, why, platform.now()) on conflict do nothing;
  return found;
end
$$;
