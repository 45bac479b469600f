-- An account opens empty, with the id that follows from what it is and a code of the chart. The code is held to the
-- chart once a statement instead of by a foreign key, whose check is a query for each row: with it, opening a plan's
-- two accounts took a twelfth of what placing a plan costs the database. For the other half of the key: what is in the
-- chart stays as it is.
create or replace function ledger.check_opening() returns trigger language plpgsql as $$
declare
  opened ledger.accounts;
begin
  select * into opened from new_rows where id <> ledger.account_id(code, owner_id, subject_id) limit 1;
  if found then
    raise exception 'account % is not % of % %', opened.id, opened.code, opened.owner_id, opened.subject_id
      using errcode = 'check_violation';
  end if;
  select * into opened from new_rows
  where not exists (select from ledger.account_codes known where known.code = new_rows.code) limit 1;
  if found then
    raise exception 'account % has a code that the chart does not know: %', opened.id, opened.code
      using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from new_rows
    where debits_posted_micros <> 0 or credits_posted_micros <> 0
  ) then
    raise exception 'an account opens empty' using errcode = 'check_violation';
  end if;
  return null;
end $$;
