-- Accounts with entries, and plans with accounts, can't be deleted.
create or replace function ledger.stay_if_used() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' then
    perform from old_rows where debits_posted_micros <> 0 or credits_posted_micros <> 0;
  else
    perform from old_rows where exists (select from ledger.accounts where subject_id = plan_id);
  end if;
  if found then
    raise exception 'entries are for good: % on ledger.% is refused', lower(tg_op), tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
