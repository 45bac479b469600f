-- An account opens empty, with the id that follows from its parts and a code of the chart. This checks codes once per
-- statement in place of a foreign key, whose check per row took a twelfth of the database's cost of placing a plan.
-- The chart can't change, which covers the key's other half.
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
