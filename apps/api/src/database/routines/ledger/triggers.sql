create trigger accounts_open after insert on ledger.accounts
  referencing new table as new_rows for each statement execute function ledger.check_opening();
create trigger accounts_sum_to_zero after update on ledger.accounts
  referencing old table as old_rows new table as new_rows
  for each statement execute function ledger.check_zero_sum();
create constraint trigger openings_are_used after insert on ledger.openings
  deferrable initially deferred for each row execute function ledger.close_unused();
create constraint trigger causes_are_there after insert on ledger.written_causes
  deferrable initially deferred for each row execute function ledger.check_written_causes();
create trigger accounts_keep_identity
  before update of id, code, owner_id, subject_id, side, customer_id, opened_at on ledger.accounts
  for each statement execute function ledger.refuse_change();
create trigger accounts_stay after delete on ledger.accounts
  referencing old table as old_rows for each statement execute function ledger.stay_if_used();
create trigger accounts_stay_whole before truncate on ledger.accounts
  for each statement execute function ledger.refuse_change();
create trigger transfers_stay before update or delete or truncate on ledger.transfers
  for each statement execute function ledger.refuse_change();
create trigger requests_stay before update or delete or truncate on ledger.requests
  for each statement execute function ledger.refuse_change();
create trigger plan_customers_stay after delete on ledger.plan_customers
  referencing old table as old_rows for each statement execute function ledger.stay_if_used();
create trigger plan_customers_stay_whole before update or truncate on ledger.plan_customers
  for each statement execute function ledger.refuse_change();

-- The chart can't change; together with `check_opening` this replaces a foreign key from the accounts.
create trigger account_codes_stay before update or delete or truncate on ledger.account_codes
  for each statement execute function ledger.refuse_change();
alter table ledger.account_codes enable always trigger account_codes_stay;
