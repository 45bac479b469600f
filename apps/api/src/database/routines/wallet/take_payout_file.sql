-- A payment order's bytes for the session's owner, recorded as taken. Null if there is none or it was discarded, as
-- nobody should pay by it.
create or replace function wallet.take_payout_file(session_token text, named uuid) returns wallet.payout_files
language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := wallet.who_pays(session_token);
  taken wallet.payout_files := wallet.lock_payout_file(named);
begin
  if taken.payout_file_id is null
    or exists (select from wallet.payout_file_ends where payout_file_id = named and ended_as = 'discarded') then
    return null;
  end if;
  insert into wallet.payout_file_takings (payout_file_id, number, taken_by, taken_at)
  select named, coalesce(max(number), 0) + 1, person.staff_id, platform.now()
  from wallet.payout_file_takings where payout_file_id = named;
  return taken;
end
$$;
