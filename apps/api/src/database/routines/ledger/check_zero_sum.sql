-- Each batch sums to zero (PRODUCT §3).
create or replace function ledger.check_zero_sum() returns trigger language plpgsql as $$
begin
  perform platform.ask_read_committed();
  if (select sum(debits_posted_micros - credits_posted_micros) from new_rows)
    is distinct from (select sum(debits_posted_micros - credits_posted_micros) from old_rows)
  then
    raise exception 'the batch does not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
