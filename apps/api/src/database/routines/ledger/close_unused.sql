-- At commit: removes unused new accounts and claims to plans, so that refused requests leave nothing behind.
create or replace function ledger.close_unused() returns trigger
language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  delete from accounts
  where id = any (new.account_ids) and debits_posted_micros = 0 and credits_posted_micros = 0;
  delete from plan_customers
  where plan_id = any (new.plan_ids) and not exists (select from accounts where subject_id = plan_id);
  delete from openings where id = new.id;
  return null;
end $$;
