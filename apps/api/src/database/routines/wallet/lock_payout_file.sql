-- A payment order as it is kept, held against whoever else takes it out, hands it over or discards it.
create or replace function wallet.lock_payout_file(named uuid) returns wallet.payout_files
language sql volatile set search_path = '' as $$
  select * from wallet.payout_files where payout_file_id = named for update
$$;
