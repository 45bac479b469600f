-- Reads the money in transit from the ledger as a position is written, so that nobody can enter it.
create or replace function wallet.add_in_transit() returns trigger language plpgsql set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  select coalesce(sum(credits_posted_micros - debits_posted_micros), 0) into new.in_transit_micros
  from ledger.accounts
  where id = ledger.account_id('transit', '00000000-0000-7000-8000-000000000001', null);
  return new;
end $$;
