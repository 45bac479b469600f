-- A payment order, locked against others who take it out, hand it over or discard it.
create or replace function wallet.lock_payout_file(named uuid) returns wallet.payout_files
language sql volatile set search_path = '' as $$
  select platform.ask_read_committed();
  select * from wallet.payout_files where payout_file_id = named for update
$$;
